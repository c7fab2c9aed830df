import { classNames } from '#web/ui/class-names.ts'
import styles from './star-rating.module.css'

interface StarRatingProps {
  /** 0.5 to 5 in halves. Null or 0 is unrated and shows nothing. */
  value: number | null
  /** 14 px on tiles and in badges, 18 in rows and cards, 28 in the head of a screen. */
  size?: 'sm' | 'md' | 'lg' | undefined
  /** The sentence read out, such as "3.5 out of 5 stars". Empty where a name around it says it. */
  label: string
  className?: string | undefined
}

/** The compact form, `7.0 / 10`, in the page's language; it reads from the left in every language. */
const outOfTen = (stars: number, language: string): string => {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, numberingSystem: 'latn' } as const
  return `\u2066${new Intl.NumberFormat(language, digits).format(2 * stars)} / 10\u2069`
}

/** Stars, which say their compact form to a pointer that rests on them. */
export function StarRating({ value, size = 'md', label, className }: StarRatingProps) {
  if (value === null || value <= 0) return null
  return (
    <span
      className={classNames(styles.stars, styles[size], className)}
      // Only then: a title that is always there would be read out beside the label.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = outOfTen(value, document.documentElement.lang)
      }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {[0, 1, 2, 3, 4].map((index) => (
        <Star key={index} rating={value} index={index} />
      ))}
    </span>
  )
}

/** From the top down along the inline end, and back up along the inline start. */
const endHalf =
  'M12 2.6c.42 0 .8.24.99.62l2.45 4.97 5.49.8a1.1 1.1 0 0 1 .61 1.88l-3.97 3.87.94 5.46a1.1 1.1 0 0 1-1.6 1.16L12 18.78'
const startHalf =
  'l-4.91 2.58a1.1 1.1 0 0 1-1.6-1.16l.94-5.46-3.97-3.87a1.1 1.1 0 0 1 .61-1.88l5.49-.8 2.45-4.97c.19-.38.57-.62.99-.62Z'

const shapes = {
  whole: endHalf + startHalf,
  start: `M12 18.78${startHalf}`,
  // Open along the cut: the other half closes it.
  end: endHalf,
}
/** What each shape shows of its own line: the inner half. */
const insideOf = (shape: keyof typeof shapes) => ({ clipPath: `path('${shapes[shape]}') view-box` })
const inside = { whole: insideOf('whole'), start: insideOf('start'), end: insideOf('end') }

interface StarProps {
  rating: number
  /** Its place in the row, 0 to 4. */
  index: number
  className?: string | undefined
}

/** One star of a row, as much of it filled as the rating reaches. A half is closed along its cut. */
export function Star({ rating, index, className }: StarProps) {
  const part = rating - index
  const shape = (name: keyof typeof shapes, isGold: boolean) => (
    <path className={isGold ? styles.gold : undefined} d={shapes[name]} style={inside[name]} />
  )
  return (
    <svg className={classNames(styles.star, className)} viewBox="0 0 24 24" aria-hidden="true">
      {part >= 1 ? (
        shape('whole', true)
      ) : part >= 0.5 ? (
        <>
          {shape('end', false)}
          {shape('start', true)}
        </>
      ) : (
        shape('whole', false)
      )}
    </svg>
  )
}
