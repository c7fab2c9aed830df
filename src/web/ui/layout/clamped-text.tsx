import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { classNames } from '#web/ui/class-names.ts'
import link from '#web/ui/actions/text-link.module.css'
import styles from './clamped-text.module.css'

interface ClampedTextProps {
  /** Written by a member: its direction is its own. */
  text: string
  /** The language of the text where it may be another than the screen's; blank when unknown. */
  lang?: string | undefined
  moreLabel: string
  lessLabel: string
  /** How many lines; six when not given. */
  lines?: number | undefined
  /** Only a text of more characters is cut; when not given, one that is longer than the lines. */
  above?: number
  className?: string | undefined
  /** What stands for the text, with controls in it; the text itself when not given. */
  children?: ReactNode
}

/** The first lines of a long text and a button for the rest. */
export function ClampedText({
  text,
  lang,
  moreLabel,
  lessLabel,
  lines = 6,
  above,
  className,
  children,
}: ClampedTextProps) {
  const box = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [overflows, setOverflows] = useState(false)
  const cut = above === undefined ? overflows : text.length > above
  // Before it is painted, so that the button pushes nothing away.
  useLayoutEffect(() => {
    const element = box.current
    if (open || !element || above !== undefined) return
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [open, above])
  useEffect(() => {
    const element = box.current
    // What has the focus is never cut off.
    const keepInSight = ({ target }: FocusEvent) => {
      if (!element || !(target instanceof Element)) return
      if (target.getBoundingClientRect().bottom <= element.getBoundingClientRect().bottom + 1) return
      setOverflows(true)
      setOpen(true)
    }
    element?.addEventListener('focusin', keepInSight)
    return () => element?.removeEventListener('focusin', keepInSight)
  }, [])
  const lineClamp = { '--lines': lines } as CSSProperties
  return (
    <>
      <p
        ref={box}
        id={id}
        className={classNames(
          styles.text,
          !open && (cut || above === undefined) && styles.clamped,
          className,
        )}
        style={lineClamp}
        lang={lang || undefined}
        dir="auto"
      >
        {children ?? text}
      </p>
      {cut ? (
        <button
          type="button"
          className={classNames(link.link, styles.toggle)}
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
