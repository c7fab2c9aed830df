import { Link } from 'react-router'
import styles from './tag-list.module.css'

type TagListProps = {
  /** Where no heading above names them. */
  label?: string
  tags: readonly string[]
} & ({ to: (tag: string) => string } | { onChoose: (tag: string) => void })

/** Tags as chips, each of which leads somewhere or is chosen by a press. */
export function TagList({ label, tags, ...act }: TagListProps) {
  return (
    <ul className={styles.tags} aria-label={label}>
      {tags.map((tag) => {
        const text = <bdi>#{tag}</bdi>
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
