import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { LikeToggle } from '#web/ui/like-toggle.tsx'
import { likeLogMutation } from './logs.api.ts'

interface LikeButtonProps {
  log: { _id: string; likeCount: number; likedByMe: boolean; user: { username: string } }
}

/** The heart of a log with its count. */
export function LikeButton({ log }: LikeButtonProps) {
  const { t } = useTranslation()
  const like = useToggle(likeLogMutation(useQueryClient(), log._id), log.likedByMe, {
    needsLogin: t('review.likeNeedsLogin'),
    failed: t('review.likeFailed'),
  })
  return (
    <LikeToggle
      pressed={log.likedByMe}
      count={log.likeCount}
      busy={like.isPending}
      label={t('review.like', { name: log.user.username, count: log.likeCount })}
      onPress={like.press}
    />
  )
}
