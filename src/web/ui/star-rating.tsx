import { classNames } from './class-names.ts'
import styles from './star-rating.module.css'

interface StarRatingProps {
  /** 0.5 to 5 in halves. Null or 0 is unrated and shows nothing. */
  value: number | null
  size?: 'sm' | 'md' | undefined
  /** The sentence read out, such as "3.5 out of 5 stars". Empty where a name around it says it. */
  label: string
  className?: string | undefined
}

export function StarRating({ value, size = 'md', label, className }: StarRatingProps) {
  if (value === null || value <= 0) return null
  return (
    <span
      className={classNames(styles.stars, styles[size], className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {[0, 1, 2, 3, 4].map((index) => (
        <span key={index} className={styles.star}>
          <StarShape className={styles.edge} />
          <span className={classNames(styles.fill, styles[`${starFill(value, index)}Fill`])}>
            <StarShape className={styles.gold} />
          </span>
        </span>
      ))}
    </span>
  )
}

/** One star in a 24 × 24 box; it takes its colour from `color`. */
export function StarShape({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M12 2.6c.42 0 .8.24.99.62l2.45 4.97 5.49.8a1.1 1.1 0 0 1 .61 1.88l-3.97 3.87.94 5.46a1.1 1.1 0 0 1-1.6 1.16L12 18.78l-4.91 2.58a1.1 1.1 0 0 1-1.6-1.16l.94-5.46-3.97-3.87a1.1 1.1 0 0 1 .61-1.88l5.49-.8 2.45-4.97c.19-.38.57-.62.99-.62Z" />
    </svg>
  )
}

/** How much of the star at the index (0–4) a rating fills. */
export function starFill(rating: number, index: number): 'full' | 'half' | 'empty' {
  const part = rating - index
  return part >= 1 ? 'full' : part >= 0.5 ? 'half' : 'empty'
}
