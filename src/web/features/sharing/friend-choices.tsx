import { useInfiniteQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import styles from './friend-choices.module.css'
import { mutualsQuery } from './sharing.api.ts'

export interface Friend {
  _id: string
  username: string
  name: string | null
  avatar: string | null
}

interface FriendChoicesProps {
  userId: string
  chosen: { has: (id: string) => boolean; size: number }
  /** How many may be chosen; as many as one likes when not given. */
  max?: number
  onToggle: (friend: Friend) => void
}

/** Mutual followers to choose some of. */
export function FriendChoices({ userId, chosen, max = Infinity, onToggle }: FriendChoicesProps) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(mutualsQuery(userId))
  return (
    <PagedList
      pages={pages}
      items={pageItems(pages.data, ({ _id }) => _id)}
      skeleton={
        <div className={styles.list} aria-busy="true">
          <p className={styles.loading} role="status">
            {t('common.loading')}
          </p>
          {Array.from({ length: 6 }, (_, row) => (
            <Skeleton key={row} height="3.75rem" radius="var(--radius-card)" />
          ))}
        </div>
      }
      empty={t('share.empty')}
      drawing="seats"
    >
      {(friends) => (
        <div className={styles.list} role="group" aria-label={t('share.friends')}>
          {friends.map((friend) => (
            <FriendChoice
              key={friend._id}
              friend={friend}
              isChosen={chosen.has(friend._id)}
              isFull={chosen.size >= max}
              onToggle={() => onToggle(friend)}
            />
          ))}
        </div>
      )}
    </PagedList>
  )
}

interface FriendChoiceProps {
  friend: Friend
  isChosen: boolean
  /** No other may be chosen. */
  isFull: boolean
  onToggle: () => void
}

/** A friend to be chosen; the whole row is the box. */
function FriendChoice({ friend, isChosen, isFull, onToggle }: FriendChoiceProps) {
  const isClosed = isFull && !isChosen
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isChosen}
      aria-disabled={isClosed || undefined}
      className={styles.row}
      onClick={isClosed ? undefined : onToggle}
    >
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
