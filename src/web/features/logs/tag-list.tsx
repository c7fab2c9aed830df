import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import styles from './tag-list.module.css'

type TagListProps = {
  /** The name of the list, where no heading above says it. */
  label?: string
  tags: readonly string[]
  /** How often each is used, by the tag. */
  counts?: ReadonlyMap<string, number>
} & ({ to: (tag: string) => string } | { onChoose: (tag: string) => void })

/** Tags as chips, each of which leads somewhere or is chosen by a press. */
export function TagList({ label, tags, counts, ...act }: TagListProps) {
  const { locale } = useTranslation()
  return (
    <ul className={styles.tags} aria-label={label}>
      {tags.map((tag) => {
        const count = counts?.get(tag)
        const text = (
          <span className={styles.chip}>
            <bdi>#{tag}</bdi>
            {count === undefined ? null : <span className={styles.count}>{formatNumber(count, locale)}</span>}
          </span>
        )
        return (
          <li key={tag}>
            {'to' in act ? (
              <Link className={styles.tag} to={act.to(tag)}>
                {text}
              </Link>
            ) : (
              <button type="button" className={styles.tag} onClick={() => act.onChoose(tag)}>
                {text}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
