import { useTranslation } from '#web/i18n/index.ts'
import type { RatingSpread as Spread } from '#shared/api/logs.ts'
import { formatNumber } from '#web/lib/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Histogram } from '#web/ui/ratings/histogram.tsx'
import { Star } from '#web/ui/ratings/star-rating.tsx'
import styles from './rating-spread.module.css'

/** Half a star, one star, … five stars. */
const steps = Array.from({ length: 10 }, (_, index) => (index + 1) / 2)

interface RatingSpreadProps {
  spread: Spread
  /** A line below the number of ratings. */
  below?: string
  /** The sentence for screen readers about the commonest rating, which is given in words. */
  most: (stars: string) => string
}

/** An average beside how often each half star was given; nothing where nothing is rated. */
export function RatingSpread({ spread, below, most }: RatingSpreadProps) {
  const { t } = useTranslation()
  const { average, byRating } = spread
  if (average === null) return null
  const ratings = t('filmPage.ratingCount', { count: spread.ratings })
  const inStars = (value: number) => t('common.stars', { value })
  const commonest = steps[byRating.indexOf(Math.max(...byRating))] ?? 0
  const rounded = Math.round(10 * average) / 10
  return (
    <div className={styles.spread}>
      <Average value={average} below={below === undefined ? [ratings] : [ratings, below]} />
      <Histogram
        counts={byRating}
        titles={steps.map(
          (value, index) =>
            `${inStars(value)}: ${t('filmPage.ratingCount', { count: byRating[index] ?? 0 })}`,
        )}
        label={`${t('filmPage.averageOf', { average: rounded, ratings })} ${most(inStars(commonest))}`}
        ends={['½', '5']}
      />
    </div>
  )
}

interface AverageProps {
  /** In stars. */
  value: number
  small?: boolean
  /** Lines below it. */
  below: readonly string[]
}

export function Average({ value, small = false, below }: AverageProps) {
  const { locale } = useTranslation()
  return (
    <p className={styles.average}>
      <span className={classNames(styles.number, small && styles.small)}>
        {formatNumber(value, locale, 1)}
        <Star className={styles.star} rating={1} index={0} />
      </span>
      {below.map((line) => (
        <span key={line} className={styles.below}>
          {line}
        </span>
      ))}
    </p>
  )
}
