import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StarInput } from '#web/ui/ratings/star-input.tsx'

interface RatingInputProps {
  /** Stars; 0 for none. */
  value: number
  onChange: (value: number) => void
  compact?: boolean
}

/** Stars for a film, in the words of the screen. */
export function RatingInput(props: RatingInputProps) {
  const { t, locale } = useTranslation()
  return (
    <StarInput
      {...props}
      labels={{
        slider: t('log.rating'),
        decrease: t('log.ratingDown'),
        increase: t('log.ratingUp'),
        clear: t('log.ratingClear'),
        valueText: (value) => (value === 0 ? t('log.unrated') : t('common.stars', { value })),
        figure: (value) => formatNumber(value, locale, 1),
      }}
    />
  )
}
