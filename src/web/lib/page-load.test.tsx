import { expect, it, vi } from 'vitest'
import { reloadRestoredPages } from './page-load.ts'

it('opens a page anew that the browser kept alive, and leaves the others', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  reloadRestoredPages()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(reload).not.toHaveBeenCalled()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(reload).toHaveBeenCalledOnce()
})
