import * as React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { startTexts } from '#web/i18n/index.ts'
import { cancelQuestions } from '#web/ui/overlays/alert.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { endRetries } from './quick-retries.ts'

/** While something is waited for, each miss is an error that nobody reads: its text is made when it is asked for. */
function getElementError(message: string | null, container: Element) {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  let text: string | undefined
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
  })
  return error
}

// A busy machine is no fault of the screen.
configure({ asyncUtilTimeout: 10_000, getElementError })

// Of each of the first thousands of elements React notes which call made it, for its developer tools; that takes longer
// than most of what else it does with one. Here that many are always made already.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(
  (React as unknown as Record<string, object>)[internals] ?? {},
  'recentlyCreatedOwnerStacks',
  {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  },
)

beforeAll(() => startTexts('en'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

// The files of one process share the window and what its modules remember.
afterEach(() => {
  vi.useRealTimers()
  cancelQuestions()
  cleanup()
  endRetries()
  toast.clear()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})
afterAll(() => {
  vi.restoreAllMocks()
})

// jsdom's own frames tick by an interval of the global clock. One that is set while a test replaces that clock never
// ticks again, for no file of the process.
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis
window.requestAnimationFrame = (callback) => setRealTimeout(() => callback(performance.now()), 16)
window.cancelAnimationFrame = (id) => clearRealTimeout(id)

// What jsdom lacks and the behaviour layer asks for. Nothing is laid out in jsdom, so they report nothing.
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})

class SilentObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds: readonly number[] = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
window.ResizeObserver ??= SilentObserver
window.IntersectionObserver ??= SilentObserver

Element.prototype.scrollTo ??= () => {}
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.getAnimations ??= () => []
Element.prototype.setPointerCapture ??= () => {}
Element.prototype.releasePointerCapture ??= () => {}
Element.prototype.hasPointerCapture ??= () => false
window.scrollTo = () => {}
URL.createObjectURL ??= () => 'blob:picture'
URL.revokeObjectURL ??= () => {}
