import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { likeLogMutation } from './logs.api.ts'
import styles from './like-button.module.css'

interface LikeButtonProps {
  log: { _id: string; likeCount: number; likedByMe: boolean; user: { username: string } }
}

/** The heart of a log with its count. Both change when the server has answered; taps in between do nothing. */
export function LikeButton({ log }: LikeButtonProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const like = useMutation(likeLogMutation(queryClient, log._id))

  const press = () => {
    if (!getSession()) {
      toast.error(t('review.likeNeedsLogin'))
      return
    }
    // The cache knows of a running call at once, a rendered flag only after the next render.
    if (queryClient.isMutating({ mutationKey: ['logs', log._id, 'like'] }) > 0) return
    like.mutate(undefined, { onError: () => toast.error(t('review.likeFailed')) })
  }

  return (
    <button
      type="button"
      className={styles.like}
      aria-pressed={log.likedByMe}
      aria-busy={like.isPending}
      onClick={press}
    >
      <Heart aria-hidden="true" size={22} fill={log.likedByMe ? 'currentColor' : 'none'} />
      <VisuallyHidden>{t('review.like', { name: log.user.username, count: log.likeCount })}</VisuallyHidden>
      <span className={styles.count} aria-hidden="true">
        {log.likeCount}
      </span>
    </button>
  )
}
