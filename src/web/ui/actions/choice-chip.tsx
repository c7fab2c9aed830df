import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './choice-chip.module.css'

interface ChoiceChipProps {
  /** The accessible name, which says that a press removes the choice. */
  label: string
  onRemove: () => void
  children: ReactNode
}

/** One thing that was chosen; a press takes it back. */
export function ChoiceChip({ label, onRemove, children }: ChoiceChipProps) {
  return (
    <button type="button" className={styles.chip} aria-label={label} onClick={onRemove}>
      <span className={styles.text}>{children}</span>
      <X className={styles.cross} aria-hidden="true" />
    </button>
  )
}
