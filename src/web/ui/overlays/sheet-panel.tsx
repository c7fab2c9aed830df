import { use, useRef, type ReactNode } from 'react'
import { Drawer } from '@base-ui/react/drawer'
import { ChevronLeft, X } from 'lucide-react'
import { IconButton } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Labels } from '#web/ui/labels.ts'
import { useKeyboardInset } from '#web/ui/keyboard-inset.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import hidden from '../layout/visually-hidden.module.css'
import styles from './sheet-panel.module.css'

interface SheetProps {
  open: boolean
  /** Asked for by Escape, the close button, a press outside and a swipe down; ignore it to stay open. */
  onClose: () => void
  title: string
  hideTitle?: boolean | undefined
  children: ReactNode
  /** Stays below the scrolling content. */
  footer?: ReactNode
  /** `full`: as tall as the window lets it be, and out of sight while another one is above it. */
  size?: 'md' | 'form' | 'lg' | 'full' | undefined
  /** Leads to the sheet below this one. */
  back?: { label: string; onPress: () => void } | undefined
  /** What has the focus after closing, where what opened the sheet may be gone by then. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

export function SheetPanel({
  open,
  onClose,
  title,
  hideTitle = false,
  children,
  footer,
  size = 'md',
  back,
  finalFocus,
}: SheetProps) {
  const labels = use(Labels)
  const wide = useMediaQuery('(min-width: 600px)')
  const viewport = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useKeyboardInset(viewport)
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      swipeDirection="down"
    >
      <Drawer.Portal>
        {/* Above another sheet as well: what lies behind is dimmed. */}
        <Drawer.Backdrop className={styles.backdrop} forceRender />
        <Drawer.Viewport ref={viewport} className={styles.viewport}>
          <Drawer.Popup
            ref={popup}
            className={classNames(styles.popup, size !== 'md' && styles[size])}
            // The close button comes first in the order but is not what one opened the sheet for.
            initialFocus={() =>
              popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? popup.current
            }
            finalFocus={finalFocus}
            // Swiping away is for the drawer; the centred dialog stays put.
            {...(wide ? { 'data-base-ui-swipe-ignore': '' } : {})}
          >
            <div className={styles.handle} aria-hidden="true" />
            <div className={classNames(styles.head, hideTitle && styles.headHidden)}>
              {back ? (
                <IconButton
                  className={styles.back}
                  label={back.label}
                  icon={<ChevronLeft data-mirror="" />}
                  onClick={back.onPress}
                />
              ) : null}
              <Drawer.Title className={hideTitle ? hidden.hidden : styles.title}>{title}</Drawer.Title>
              <Drawer.Close
                render={<IconButton className={styles.close} label={labels.close} icon={<X />} />}
              />
            </div>
            <Drawer.Content className={styles.content}>{children}</Drawer.Content>
            {footer ? <div className={styles.footer}>{footer}</div> : null}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
