import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { cleanup, configure } from '@testing-library/react'
import { startI18n } from '#web/i18n/index.ts'
import { toast } from '#web/ui/toast.tsx'

// A busy machine is no fault of the screen.
configure({ asyncUtilTimeout: 10_000 })

beforeAll(() => startI18n('en'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(() => {
  cleanup()
  toast.clear()
  vi.unstubAllGlobals()
})

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
