import { useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './clamped-text.module.css'

export interface ClampedTextProps {
  /** Written by a member: its direction is its own. */
  text: string
  moreLabel: string
  lessLabel: string
  className?: string | undefined
}

/** Six lines of a long text and a button for the rest. */
export function ClampedText({ text, moreLabel, lessLabel, className }: ClampedTextProps) {
  const box = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  useEffect(() => {
    const element = box.current
    if (open || !element) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [open])
  return (
    <>
      <p ref={box} id={id} className={classNames(styles.text, !open && styles.clamped, className)} dir="auto">
        {text}
      </p>
      {cut ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? lessLabel : moreLabel}
        </button>
      ) : null}
    </>
  )
}
