import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './hint-row.module.css'

/** The look of a line that points elsewhere, for a link; `HintText` is what it holds. */
export const hintClass = styles.row

/** One line that points to something else, with what it is about before it. */
export function HintText({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.text}>{children}</span>
      <ChevronRight className={styles.onward} aria-hidden="true" size={20} />
    </>
  )
}

interface FoldRowProps {
  open: boolean
  onToggle: () => void
  children: ReactNode
}

/** One line that unfolds what is folded into it. */
export function FoldRow({ open, onToggle, children }: FoldRowProps) {
  return (
    <button type="button" className={styles.row} aria-expanded={open} onClick={onToggle}>
      <span className={styles.text}>{children}</span>
      <ChevronDown className={styles.fold} aria-hidden="true" size={20} />
    </button>
  )
}
