import { Check, CircleAlert, Info, X } from 'lucide-react'
import { use, useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react'
import { IconButton } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Labels } from '#web/ui/labels.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import styles from './toast.module.css'

interface ToastAction {
  label: string
  onSelect: () => void
}

type Tone = 'success' | 'error' | 'info'

interface Toast {
  id: number
  tone: Tone
  text: string
  action: ToastAction | undefined
}

const maxShown = 20
const actionTime = 8000
/** Milliseconds on screen. */
const times: Record<Tone, number> = { success: 2000, error: 4000, info: 4000 }

/** The toasts on screen: anything may raise one and only the host shows them. */
const toasts = createStore<readonly Toast[]>([])
let nextId = 1

const add = (tone: Tone, text: string, action?: ToastAction) =>
  toasts.change([...toasts.current(), { id: nextId++, tone, text, action }].slice(-maxShown))

const remove = (id: number) => toasts.change(toasts.current().filter((other) => other.id !== id))

export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
  /** A neutral message; with an action it stays 8 s. */
  show: ({ text, action }: { text: string; action?: ToastAction | undefined }) => add('info', text, action),
  /** Takes all away, for example when the member signs out. */
  clear: () => toasts.change([]),
}

/** Shows the toasts. Render it once, at the root. */
export function ToastHost() {
  const shown = useStore(toasts)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const hidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden)

  // A toast that goes away under the pointer sends no leave event.
  if (shown.length === 0 && (hovered || focused)) {
    setHovered(false)
    setFocused(false)
  }

  const list = (polite: boolean) =>
    shown
      .filter((item) => (item.tone !== 'error') === polite)
      .map((item) => <ToastCard key={item.id} item={item} paused={hovered || focused || hidden} />)

  return (
    <div
      className={styles.host}
      // By moves: a toast that appears under a resting pointer is not being read.
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event: FocusEvent<HTMLDivElement>) =>
        setFocused(event.currentTarget.contains(event.relatedTarget))
      }
    >
      <div className={styles.region} role="status" aria-live="polite" aria-atomic="false">
        {list(true)}
      </div>
      <div className={styles.region} role="alert" aria-live="assertive" aria-atomic="false">
        {list(false)}
      </div>
    </div>
  )
}

function subscribeToVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

interface ToastCardProps {
  item: Toast
  paused: boolean
}

const icons = { success: Check, error: CircleAlert, info: Info }

function ToastCard({ item, paused }: ToastCardProps) {
  const labels = use(Labels)
  const remaining = useRef(item.action ? actionTime : times[item.tone])
  useEffect(() => {
    if (paused) return
    const since = Date.now()
    const timer = setTimeout(() => remove(item.id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= Date.now() - since
    }
  }, [paused, item.id])
  const Icon = icons[item.tone]
  return (
    <div className={classNames(styles.toast, styles[item.tone])}>
      <Icon className={styles.icon} aria-hidden="true" />
      <p className={styles.text}>{item.text}</p>
      {item.action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            item.action?.onSelect()
            remove(item.id)
          }}
        >
          {item.action.label}
        </button>
      ) : null}
      <IconButton
        className={styles.close}
        label={labels.close}
        icon={<X />}
        onClick={() => remove(item.id)}
      />
    </div>
  )
}
