import { useQueryClient } from '@tanstack/react-query'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { followMutation } from './members.api.ts'
import styles from './follow-button.module.css'

interface FollowButtonProps {
  member: { _id: string; username: string; isFollowing: boolean }
  size?: 'md' | 'sm'
}

/** Follow or Following; not there for oneself. Both labels lie on each other, so the width never changes. */
export function FollowButton({ member, size = 'sm' }: FollowButtonProps) {
  const { t } = useTranslation()
  const viewer = useSession()?.user
  const mutation = followMutation(useQueryClient(), viewer?._id ?? '', member._id)
  const follow = useToggle(mutation, member.isFollowing, {
    failed: (error) => errorText(error, 'members.followFailed'),
  })
  if (!viewer || viewer._id === member._id) return null
  const { username, isFollowing } = member
  return (
    <Button
      size={size}
      variant={isFollowing ? 'secondary' : 'primary'}
      busy={follow.isPending}
      aria-pressed={isFollowing}
      onClick={follow.press}
    >
      <VisuallyHidden>{t('members.followName', { username })}</VisuallyHidden>
      <span className={styles.labels} aria-hidden="true">
        <span className={isFollowing ? styles.unseen : undefined}>{t('members.follow')}</span>
        <span className={isFollowing ? undefined : styles.unseen}>{t('members.following')}</span>
      </span>
    </Button>
  )
}
