import type { ReactNode, RefObject } from 'react'
import { Popover } from '@base-ui/react/popover'
import { classNames } from '#web/ui/class-names.ts'
import popup from './popup.module.css'

interface PopoverPanelProps {
  anchor: RefObject<HTMLButtonElement | null>
  label: string
  open: boolean
  /** Asked for by Escape and a press outside. */
  onClose: () => void
  children: ReactNode
}

/** Opens beside its button, for more than a list of actions. On a phone a sheet takes its place. */
export function PopoverPanel({ anchor, label, open, onClose, children }: PopoverPanelProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event: { target }, reason }) => {
        // A press on the button is its own to handle, or the panel would close and open again.
        const isButton =
          reason === 'outside-press' && target instanceof Node && anchor.current?.contains(target)
        if (!next && !isButton) onClose()
      }}
      modal="trap-focus"
    >
      {/* In the landmark of its button: no content may lie outside of all landmarks. */}
      <Popover.Portal container={anchor.current?.closest('main') ?? undefined}>
        <Popover.Positioner
          className={popup.positioner}
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup
            className={classNames(popup.surface, popup.beside, popup.panel)}
            aria-label={label}
            finalFocus={anchor}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
