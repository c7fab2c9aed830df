import { Avatar } from './avatar.tsx'
import styles from './avatar-stack.module.css'

const shown = 5

export interface AvatarStackProps {
  people: { src: string | null | undefined; name: string }[]
  /** The one accessible name, such as "Liked by layla, omar and 3 others". */
  label: string
  size?: 24 | 32 | 44 | undefined
}

/** Up to five overlapping pictures and "+N" for the rest. */
export function AvatarStack({ people, label, size = 32 }: AvatarStackProps) {
  const rest = people.length - shown
  return (
    <span className={styles.stack} role="img" aria-label={label}>
      {people.slice(0, shown).map((person) => (
        <span key={person.name} className={styles.item}>
          <Avatar src={person.src} size={size} />
        </span>
      ))}
      {rest > 0 ? (
        <span className={styles.rest}>
          <bdi>+{rest}</bdi>
        </span>
      ) : null}
    </span>
  )
}
