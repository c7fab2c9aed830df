import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import styles from './picture-choice.module.css'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

interface PictureChoiceProps {
  /** The same for all choices of a group. */
  name: string
  value: string
  /** What the picture is called; nobody sees it. */
  label: string
  checked: boolean
  onChoose: () => void
  /** The picture. */
  children: ReactNode
}

/** One picture of several, as a radio button: a ring and a check show the chosen one. */
export function PictureChoice({ name, value, label, checked, onChoose, children }: PictureChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
      />
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
      <span className={styles.check} aria-hidden="true">
        <Check size={20} />
      </span>
    </label>
  )
}
