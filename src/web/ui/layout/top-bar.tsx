import { use, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { ChevronLeft } from 'lucide-react'
import { IconButton } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Labels } from '#web/ui/labels.ts'
import styles from './top-bar.module.css'

interface TopBarProps {
  /** The one h1 of the screen. */
  title: ReactNode
  onBack?: (() => void) | undefined
  /** One trailing action. */
  action?: ReactNode
  /** Transparent over artwork, solid after 120 px of scrolling. */
  overlay?: boolean | undefined
}

export function TopBar({ title, onBack, action, overlay = false }: TopBarProps) {
  const labels = use(Labels)
  const sentinel = useRef<HTMLDivElement>(null)
  const passed = usePassed(sentinel, overlay)
  const floating = overlay && !passed
  return (
    <>
      {overlay ? <div ref={sentinel} className={styles.sentinel} aria-hidden="true" /> : null}
      <header className={classNames(styles.bar, overlay && styles.overlay, floating && styles.floating)}>
        {onBack ? (
          <IconButton
            variant={floating ? 'overlay' : 'ghost'}
            label={labels.back}
            icon={<ChevronLeft data-mirror="" />}
            onClick={onBack}
          />
        ) : null}
        <h1 className={styles.title}>{title}</h1>
        {action ? <div className={styles.action}>{action}</div> : null}
      </header>
    </>
  )
}

/** Whether the marker, 120 px tall at the top of the page, has been scrolled out of sight. */
function usePassed(marker: RefObject<HTMLElement | null>, active: boolean): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!active || !marker.current) return
    const observer = new IntersectionObserver(([entry]) => setPassed(entry ? !entry.isIntersecting : false))
    observer.observe(marker.current)
    return () => observer.disconnect()
  }, [active, marker])
  return passed
}
