import styles from './typing-dots.module.css'

/** Decorative: a status says in words that SceneBot is typing. */
export function TypingDots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  )
}
