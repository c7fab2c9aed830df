import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getSession } from '#web/lib/session.ts'
import { LikeToggle } from '#web/ui/like-toggle.tsx'
import { toast } from '#web/ui/toast.tsx'
import { likeReplyMutation, type Reply } from './replies.api.ts'

/** The heart of a comment. It changes when the server has answered; taps in between do nothing. */
export function ReplyLike({ logId, reply }: { logId: string; reply: Reply }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const like = useMutation(likeReplyMutation(queryClient, logId, reply._id))

  const press = () => {
    if (!getSession()) {
      toast.error(t('review.likeNeedsLogin'))
      return
    }
    // The cache knows of a running call at once, a rendered flag only after the next render.
    if (queryClient.isMutating({ mutationKey: ['replies', reply._id, 'like'] }) > 0) return
    like.mutate(undefined, { onError: () => toast.error(t('replies.likeFailed')) })
  }

  return (
    <LikeToggle
      pressed={reply.likedByMe}
      count={reply.likeCount}
      busy={like.isPending}
      label={t('replies.like', { name: reply.username })}
      onPress={press}
    />
  )
}
