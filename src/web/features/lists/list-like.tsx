import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getSession } from '#web/lib/session.ts'
import { LikeToggle } from '#web/ui/like-toggle.tsx'
import { toast } from '#web/ui/toast.tsx'
import { likeListMutation, type ListDetail } from './list.api.ts'

/** The heart of a list with its count. Both change when the server has answered. */
export function ListLike({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutationKey, ...liking } = likeListMutation(queryClient, list._id)
  const like = useMutation({ mutationKey, ...liking })
  return (
    <LikeToggle
      pressed={list.likedByMe}
      count={list.likeCount}
      busy={like.isPending}
      label={t('list.like', { name: list.user.username })}
      onPress={() => {
        if (!getSession()) {
          toast.error(t('review.likeNeedsLogin'))
          return
        }
        // The cache knows of a running call at once, a rendered flag only after the next render.
        if (queryClient.isMutating({ mutationKey }) > 0) return
        like.mutate(undefined, { onError: () => toast.error(t('review.likeFailed')) })
      }}
    />
  )
}
