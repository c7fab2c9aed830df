import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { startI18n } from '#web/i18n/index.ts'
import { toast } from '#web/ui/toast.tsx'

// What browsers have and jsdom has not.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

function neverMatches(media: string) {
  return Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  })
}

window.matchMedia ??= neverMatches
window.scrollTo = () => {}
Element.prototype.scrollIntoView ??= () => {}
globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver
URL.createObjectURL ??= () => 'blob:picture'
URL.revokeObjectURL ??= () => {}

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
