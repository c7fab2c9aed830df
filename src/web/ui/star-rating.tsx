import { classNames } from './class-names.ts'
import { starFill, StarShape } from './star-shape.tsx'
import styles from './star-rating.module.css'

export interface StarRatingProps {
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
