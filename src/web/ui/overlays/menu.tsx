import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '#web/ui/actions/button.tsx'
import styles from './menu.module.css'
import { onDemand } from './on-demand.tsx'
import type { MenuItem } from './menu-popup.tsx'

export type { MenuItem }

interface MenuProps {
  /** The name of the button and of the list. */
  label: string
  /** What the button shows; three dots when not given. */
  trigger?: ReactNode
  items: MenuItem[]
  className?: string | undefined
}

// The list with its placement logic is heavy and rarely needed: it loads when the button is about to be used.
const MenuPopup = onDemand(async () => (await import('./menu-popup.tsx')).MenuPopup)
const loadAhead = () => void MenuPopup.loadAhead().catch(() => undefined)

/** A button that opens a list of actions; a sheet from the bottom below 600 px. */
export function Menu({ label, trigger, items, className }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [byKey, setByKey] = useState(false)
  const shared = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
    onClick: (event: MouseEvent) => {
      // A click that the keyboard makes has no count.
      setByKey(event.detail === 0)
      setOpen((now) => !now)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setByKey(true)
      setOpen(true)
    },
  } as const
  return (
    <>
      {trigger === undefined ? (
        <IconButton {...shared} className={className} label={label} icon={<Ellipsis />} />
      ) : (
        <button
          {...shared}
          type="button"
          className={className ? `${styles.trigger} ${className}` : styles.trigger}
          aria-label={label}
        >
          {trigger}
        </button>
      )}
      <MenuPopup
        anchor={button}
        label={label}
        items={items}
        open={open}
        focusFirst={byKey}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
