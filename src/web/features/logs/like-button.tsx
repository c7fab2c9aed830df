import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getSession } from '#web/lib/session.ts'
import { LikeToggle } from '#web/ui/like-toggle.tsx'
import { toast } from '#web/ui/toast.tsx'
import { likeLogMutation } from './logs.api.ts'

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
    <LikeToggle
      pressed={log.likedByMe}
      count={log.likeCount}
      busy={like.isPending}
      label={t('review.like', { name: log.user.username, count: log.likeCount })}
      onPress={press}
    />
  )
}
