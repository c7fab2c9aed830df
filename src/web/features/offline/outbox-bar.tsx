import { CircleCheck, Clock, CloudOff } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation, withTexts } from '#web/i18n/index.ts'
import { useOutbox } from '#web/lib/outbox.ts'
import { whenUsed } from '#web/lib/page-load.ts'
import { isDataSaved } from '#web/lib/preferences.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import styles from './outbox-bar.module.css'

const OutboxSheet = onDemand(async () => {
  const [sheet] = await Promise.all([
    withTexts(import('./outbox-sheet.tsx'), 'first', 'app'),
    // What it is drawn with, else loaded when it opens.
    Sheet.loadAhead(),
  ])
  return sheet.OutboxSheet
})

/** Milliseconds after which it is loaded though the page was not used, unless data is saved: the screen is at rest by then. */
const restMs = 5000

interface OutboxBarProps {
  /** All that waited was sent just now. */
  isSent: boolean
}

/** A line under the top bar that says how much waits to be sent, and opens it. Gone when nothing does. */
export function OutboxBar({ isSent }: OutboxBarProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const outbox = useOutbox()
  const [open, setOpen] = useState(false)
  // Without a network it could not be loaded any more.
  useEffect(() => {
    const load = () => void OutboxSheet.loadAhead().catch(() => undefined)
    const callOff = whenUsed(load)
    const timer = isDataSaved() ? undefined : setTimeout(load, restMs)
    return () => {
      callOff()
      clearTimeout(timer)
    }
  }, [])
  const count = outbox?.waiting.length ?? 0
  if (!outbox || (count === 0 && !open && !isSent)) return null
  const { sent, isSending } = outbox
  const refused = outbox.waiting.filter(({ refusal }) => refusal !== null).length
  const all = sent.length + count - refused
  const text = isSending
    ? t('offline.sendingOne', { n: sent.length + 1, count: all })
    : count === 0 && sent.length > 0
      ? t('offline.sent')
      : t('offline.changes', { count })
  return (
    <>
      {count > 0 ? (
        <UnderTopBar>
          <button type="button" className={styles.bar} onClick={() => setOpen(true)}>
            {online ? (
              <Clock className={styles.icon} aria-hidden="true" />
            ) : (
              <CloudOff className={styles.icon} aria-hidden="true" />
            )}
            <span>{text}</span>
            {refused > 0 ? <span className={styles.needsYou}>{t('offline.needsYou')}</span> : null}
            <span className={styles.more}>{t('offline.open')}</span>
            {isSending ? (
              <span className={styles.progress} style={{ inlineSize: `${(sent.length / all) * 100}%` }} />
            ) : null}
          </button>
        </UnderTopBar>
      ) : isSent ? (
        <UnderTopBar>
          <p className={styles.bar}>
            <CircleCheck className={styles.sent} aria-hidden="true" />
            {t('offline.sent')}
          </p>
        </UnderTopBar>
      ) : null}
      <OutboxSheet outbox={outbox} title={text} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** Into the place that the shell leaves for it. */
function UnderTopBar({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.getElementById('outbox'))
  return place ? createPortal(<div role="status">{children}</div>, place) : null
}
