import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { loadFailedStyles } from './failed-styles.ts'
import { hostOverlays, onDemand } from './on-demand.tsx'

it('comes when it is shown; what does not come is told, and asked for again the next time', async () => {
  const load = vi
    .fn<() => Promise<({ name }: { name: string }) => string>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(({ name }) => name)
  const [told, absent] = [vi.fn(), vi.fn()]
  hostOverlays({ prepare: async () => undefined, tell: told })
  const Panel = onDemand(load)
  const first = render(<Panel name="Layla" onClose={absent} />)
  await waitFor(() => expect(absent).toHaveBeenCalledOnce())
  expect(told).toHaveBeenCalledOnce()
  expect(first.container.textContent).toBe('')
  first.unmount()
  const second = render(<Panel name="Layla" onClose={absent} />)
  await screen.findByText('Layla')
  second.rerender(<Panel name="Omar" onClose={absent} />)
  expect(second.container.textContent).toBe('Omar')
  expect(load).toHaveBeenCalledTimes(2)
  expect(absent).toHaveBeenCalledOnce()
})

it('opens without a stylesheet that does not come, and asks for it each time until it is there', async () => {
  const told = vi.fn()
  hostOverlays({ prepare: loadFailedStyles, tell: told })
  const payload = new Error('Unable to preload CSS for https://scene.example/assets/other-1a2b.css')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  const Panel = onDemand(async () => () => 'Layla')
  const asked = () => document.head.querySelector('link[href="//scene.example/assets/other-1a2b.css"]')
  const answers = ['error', 'error', 'load']
  for (const [at, answer] of answers.entries()) {
    const { container, unmount } = render(<Panel onClose={vi.fn()} />)
    // The first time it waits: the stylesheet may be its own.
    expect(container.textContent).toBe(at === 0 ? '' : 'Layla')
    await waitFor(() => expect(asked()).not.toBeNull())
    asked()?.dispatchEvent(new Event(answer))
    await waitFor(() => expect(container.textContent).toBe('Layla'))
    unmount()
    asked()?.remove()
  }
  render(<Panel onClose={vi.fn()} />)
  await screen.findByText('Layla')
  expect(asked()).toBeNull()
  expect(told).not.toHaveBeenCalled()
})
