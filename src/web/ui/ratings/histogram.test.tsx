import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Histogram } from './histogram.tsx'

it('has bars that grow when they come in sight, and stand until then', () => {
  const observed: { target: Element; tell: IntersectionObserverCallback }[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: IntersectionObserverCallback
      constructor(tell: IntersectionObserverCallback) {
        this.#tell = tell
      }
      observe(target: Element) {
        observed.push({ target, tell: this.#tell })
      }
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, window.innerHeight + 100, 300, 56),
  )
  render(<Histogram counts={[1, 3]} titles={['1', '2']} label="Ratings" ends={['½', '5']} />)
  const plot = screen.getByRole('img', { name: 'Ratings' })
  const before = plot.getAttribute('class')
  expect(observed).toHaveLength(1)
  const [box] = observed
  const tell = (isIntersecting: boolean) =>
    act(() => box?.tell([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver))
  tell(false)
  expect(plot.getAttribute('class')).toBe(before)
  tell(true)
  expect(plot.getAttribute('class')).not.toBe(before)
})
