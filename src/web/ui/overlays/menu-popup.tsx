import type { FocusEvent, ReactNode, RefObject } from 'react'
import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import popup from './popup.module.css'
import styles from './menu.module.css'

export interface MenuItem {
  label: string
  /** A line below it. */
  detail?: string
  icon?: ReactNode
  /** One choice of those that say whether they are the present one. */
  checked?: boolean
  danger?: boolean | undefined
  disabled?: boolean | undefined
  onSelect: () => void
}

interface MenuPopupProps {
  anchor: RefObject<HTMLButtonElement | null>
  label: string
  items: MenuItem[]
  open: boolean
  /** Opened by a key: the first entry gets the focus. A pointer leaves it on the list. */
  focusFirst: boolean
  onClose: () => void
}

/** The focus comes to the list itself when it opens; coming from an item it means that none is chosen. */
function toFirstItem({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget || currentTarget.contains(relatedTarget)) return
  const item = currentTarget.querySelector<HTMLElement>('[aria-checked="true"], [role="menuitem"]')
  item?.focus()
}

/** What an entry opened, such as a question, may have the focus already when the list is gone. */
function holdsFocus(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.closest('[role="menu"]') !== null
}

export function MenuPopup({ anchor, label, items, open, focusFirst, onClose }: MenuPopupProps) {
  return (
    <Menu.Root
      open={open}
      onOpenChange={(next, { event: { target }, reason }) => {
        // A press on the button is its own to handle, or the list would close and open again.
        const isButton =
          reason === 'outside-press' && target instanceof Node && anchor.current?.contains(target)
        if (!next && !isButton) onClose()
      }}
    >
      {/* In the landmark of its button: no content may lie outside of all landmarks. */}
      <Menu.Portal container={anchor.current?.closest('main') ?? undefined}>
        <Menu.Backdrop className={styles.backdrop} />
        <Menu.Positioner
          className={classNames(popup.positioner, styles.positioner)}
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup
            className={classNames(popup.surface, popup.beside, styles.popup)}
            aria-label={label}
            finalFocus={() => (holdsFocus() ? anchor.current : false)}
            onFocus={focusFirst ? toFirstItem : undefined}
          >
            {items.map((item) => (
              <Menu.Item
                key={item.label}
                className={classNames(popup.item, styles.item, item.danger && styles.danger)}
                disabled={item.disabled}
                onClick={item.onSelect}
                {...(item.checked === undefined
                  ? {}
                  : { role: 'menuitemradio', 'aria-checked': item.checked })}
              >
                {item.icon ? (
                  <span className={styles.icon} aria-hidden="true">
                    {item.icon}
                  </span>
                ) : null}
                {item.detail === undefined ? (
                  <span>{item.label}</span>
                ) : (
                  <span className={styles.texts}>
                    <span>{item.label}</span> <span className={styles.detail}>{item.detail}</span>
                  </span>
                )}
                {item.checked === true ? <Check className={styles.check} aria-hidden="true" /> : null}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
