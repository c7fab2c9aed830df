import { Clock, Heart } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { useToggle, type toggleMutation } from './use-toggle.ts'
import styles from './like-toggle.module.css'

interface LikeToggleProps<Answer> {
  liked: { likedByMe: boolean; likeCount: number }
  mutation: ReturnType<typeof toggleMutation<Answer>>
  /** The accessible name, such as "Like review by layla". */
  label: string
  /** Said when a press failed. */
  failed: string
}

/** A heart with its count. The old look stays until a press is done. */
export function LikeToggle<Answer>({ liked, mutation, label, failed }: LikeToggleProps<Answer>) {
  const { t, locale } = useTranslation()
  const { isOn, isPending, press, waits } = useToggle(mutation, liked.likedByMe, {
    needsLogin: t('review.likeNeedsLogin'),
    failed,
  })
  return (
    <button type="button" className={styles.like} aria-pressed={isOn} aria-busy={isPending} onClick={press}>
      <Heart aria-hidden="true" size={22} fill={isOn ? 'currentColor' : 'none'} />
      <VisuallyHidden>{label}</VisuallyHidden>{' '}
      <VisuallyHidden>{t('review.likes', { count: liked.likeCount })}</VisuallyHidden>
      <span className={styles.count} aria-hidden="true">
        {formatNumber(liked.likeCount, locale)}
      </span>
      {waits ? (
        <>
          <Clock aria-hidden="true" className={styles.waits} size={16} />
          <VisuallyHidden>{t('offline.waiting')}</VisuallyHidden>
        </>
      ) : null}
    </button>
  )
}
