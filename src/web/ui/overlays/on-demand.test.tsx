import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { hostOverlays, onDemand } from './on-demand.tsx'

it('comes when it is shown; what does not come is told, and asked for again the next time', async () => {
  const load = vi
    .fn<() => Promise<({ name }: { name: string }) => string>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(({ name }) => name)
  const [told, absent] = [vi.fn(), vi.fn()]
  hostOverlays({ prepare: async () => undefined, tell: told })
  const Panel = onDemand(load)
  const first = render(<Panel name="Layla" onAbsent={absent} />)
  await waitFor(() => expect(absent).toHaveBeenCalledOnce())
  expect(told).toHaveBeenCalledOnce()
  expect(first.container.textContent).toBe('')
  first.unmount()
  const second = render(<Panel name="Layla" onAbsent={absent} />)
  await screen.findByText('Layla')
  second.rerender(<Panel name="Omar" onAbsent={absent} />)
  expect(second.container.textContent).toBe('Omar')
  expect(load).toHaveBeenCalledTimes(2)
  expect(absent).toHaveBeenCalledOnce()
})
