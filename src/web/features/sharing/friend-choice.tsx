import { Check } from 'lucide-react'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import styles from './friend-choice.module.css'

interface FriendChoiceProps {
  friend: { username: string; name: string | null; avatar: string | null }
  isChosen: boolean
  onToggle: () => void
}

/** A friend to be chosen; the whole row is the box. */
export function FriendChoice({ friend, isChosen, onToggle }: FriendChoiceProps) {
  return (
    <button type="button" role="checkbox" aria-checked={isChosen} className={styles.row} onClick={onToggle}>
      <Avatar src={avatarUrl(friend.avatar)} size={44} />
      <span className={styles.names}>
        <bdi className={styles.username}>@{friend.username}</bdi>
        {friend.name ? <bdi className={styles.name}>{friend.name}</bdi> : null}
      </span>
      <span className={styles.check} aria-hidden="true">
        {isChosen ? <Check size={18} /> : null}
      </span>
    </button>
  )
}
