import styles from './draft-notice.module.css'

interface DraftNoticeProps {
  text: string
  discardLabel: string
  onDiscard: () => void
}

/** Says that what was typed earlier is back, and offers to drop it. */
export function DraftNotice({ text, discardLabel, onDiscard }: DraftNoticeProps) {
  return (
    <p className={styles.notice} role="status">
      <span>{text}</span>
      <span aria-hidden="true">·</span>
      <button type="button" className={styles.discard} onClick={onDiscard}>
        {discardLabel}
      </button>
    </p>
  )
}
