import { hourMs } from '#shared/durations.ts'
import { getLocale, isDataSaved } from '#web/lib/preferences.ts'

/** Milliseconds between two looks for a new version, while the app is open. */
const lookMs = hourMs
/** Files are loaded ahead when the screen has long been there. */
const aheadMs = 30_000

/** An app of the home screen, or a browser that came back: whoever looks in once loads nothing ahead. */
const isAtHome = () =>
  navigator.serviceWorker.controller !== null || matchMedia('(display-mode: standalone)').matches

/**
 * Registers the worker by which the app opens without a network. Calls back with a function that takes a new version into
 * use, when there is one that waits. Gives the function that ends it.
 */
export function startWorker(onNewVersion: (use: () => void) => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => undefined
  const end = new AbortController()
  let timer: ReturnType<typeof setInterval> | undefined
  let ahead: ReturnType<typeof setTimeout> | undefined

  const offer = (waiting: ServiceWorker) =>
    onNewVersion(() => {
      // Another tab took it into use.
      if (waiting.state === 'activated' || waiting.state === 'redundant') return window.location.reload()
      // Others of its tabs load it too: all are on one version.
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
        once: true,
      })
      waiting.postMessage({ type: 'take-over' }, [])
    })

  const start = async () => {
    const registration = await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' })
    if (end.signal.aborted) return
    // The very first one replaces nothing.
    const isReplaced = () => navigator.serviceWorker.controller !== null
    if (registration.waiting && isReplaced()) offer(registration.waiting)
    registration.addEventListener(
      'updatefound',
      () => {
        const { installing } = registration
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'installed' && isReplaced() && !end.signal.aborted) offer(installing)
        })
      },
      { signal: end.signal },
    )
    const look = () => {
      if (navigator.onLine) void registration.update().catch(() => undefined)
    }
    timer = setInterval(look, lookMs)
    // A file that is no longer there is of a version before the server's.
    window.addEventListener('vite:preloadError', look, { signal: end.signal })
    if (isAtHome() && !isDataSaved())
      ahead = setTimeout(
        () => registration.active?.postMessage({ type: 'keep-files', locale: getLocale() }, []),
        aheadMs,
      )
  }
  // Refused in private windows: the app works all the same, with a network.
  void start().catch(() => undefined)
  return () => {
    end.abort()
    clearInterval(timer)
    clearTimeout(ahead)
  }
}
