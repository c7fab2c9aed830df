import { paths } from '#shared/paths.ts'
import { setSession, type SessionAnswer } from './session.ts'
import { storeIfRoom } from './storage.ts'

/** Leaves for another address with a full page load: nothing of this screen stays in memory. */
export function loadPage(path: string): void {
  window.location.assign(path)
}

/**
 * A page that the browser kept alive while another one was shown is reloaded when one comes back: its form
 * is still busy, and somebody may have logged in or out since.
 */
export function reloadRestoredPages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}

/** Keys of the session storage, for what is kept over a full page load. */
const keys = { returnPath: 'returnPath', flash: 'flash' } as const

/** Keeps where a guest wanted to go, for after the login. The start page is where a login leads anyway. */
export function rememberReturnPath(path: string): void {
  if (path !== paths.home() && path !== paths.homeAfterLogin())
    storeIfRoom(sessionStorage, keys.returnPath, path)
}

/** The kept address, once; null when there is none. */
export function takeReturnPath(): string | null {
  const path = sessionStorage.getItem(keys.returnPath)
  sessionStorage.removeItem(keys.returnPath)
  // Only an address on our own origin is ever followed.
  return path !== null && /^\/(?![/\\])/.test(path) ? path : null
}

const flashes = ['logged-in', 'logged-in-google', 'logged-out', 'account-deleted'] as const

/** The name of a message for the screen after a full page load. */
export type Flash = (typeof flashes)[number]

export function setFlash(name: Flash): void {
  storeIfRoom(sessionStorage, keys.flash, name)
}

/** The stored name, once; null when there is none. */
export function takeFlash(): Flash | null {
  const name = sessionStorage.getItem(keys.flash)
  sessionStorage.removeItem(keys.flash)
  return flashes.find((flash) => flash === name) ?? null
}

/** What every login ends in: its session is stored, and the home screen loads. @throws where the storage has no room */
export function finishLogin(session: SessionAnswer, flash: Flash = 'logged-in'): void {
  setSession(session)
  setFlash(flash)
  loadPage(paths.homeAfterLogin())
}

/** The first of these events shows that somebody uses the page. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin'] as const

/** Runs once, when the page is first used. Gives the function that calls it off. */
export function whenUsed(run: () => void): () => void {
  const end = new AbortController()
  const once = () => {
    end.abort()
    run()
  }
  for (const sign of signs) window.addEventListener(sign, once, { signal: end.signal, passive: true })
  return () => end.abort()
}

/** Runs when the browser has nothing more urgent to do; the first paint goes first. Gives the function that calls it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(run, 300)
  return () => clearTimeout(handle)
}
