import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  text: string
  /** At most one button or link. */
  action?: ReactNode
}

/** The exact text of an empty view under a small line drawing. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg className={styles.drawing} viewBox="0 0 120 84" aria-hidden="true">
        <path className={styles.beam} d="M60 30 22 78h76Z" />
        <g className={styles.lines}>
          <path d="M22 78 54 38M98 78 66 38" />
          <rect x="44" y="10" width="32" height="24" rx="6" />
          <circle cx="60" cy="22" r="6" />
          <path d="M14 78h92" />
        </g>
        <circle className={styles.light} cx="60" cy="22" r="2" />
      </svg>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
