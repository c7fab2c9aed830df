import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Offline } from './offline.tsx'

class FakeWorker extends EventTarget {
  told: unknown[] = []
  state = 'installing'
  postMessage(message: unknown) {
    this.told.push(message)
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  active = new FakeWorker()
  isListenedTo = false
  override addEventListener(...given: Parameters<EventTarget['addEventListener']>) {
    super.addEventListener(...given)
    this.isListenedTo = true
  }
  update = () => Promise.resolve()
}

class FakeContainer extends EventTarget {
  registration = new FakeRegistration()
  controller: FakeWorker | null = null
  register = () => Promise.resolve(this.registration)
}

function show(container: FakeContainer) {
  vi.stubEnv('DEV', false)
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Offline userId="m" />
    </QueryClientProvider>,
  )
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('offers a version that waits, and takes it when it is wanted', async () => {
  const container = new FakeContainer()
  container.controller = new FakeWorker()
  container.registration.waiting = new FakeWorker()
  show(container)
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }))
  expect(container.registration.waiting.told).toEqual([{ type: 'take-over' }])
})

it('offers one that comes while the app is open', async () => {
  const container = new FakeContainer()
  container.controller = new FakeWorker()
  show(container)
  await waitFor(() => expect(container.registration.isListenedTo).toBe(true))
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  const next = new FakeWorker()
  container.registration.installing = next
  container.registration.dispatchEvent(new Event('updatefound'))
  next.state = 'installed'
  next.dispatchEvent(new Event('statechange'))
  await screen.findByText('New version ready')
})

it('loads the files ahead when the screen has long been there, not on the first visit', async () => {
  vi.useFakeTimers()
  for (const isFirst of [true, false]) {
    const container = new FakeContainer()
    container.controller = isFirst ? null : new FakeWorker()
    show(container)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(container.registration.active.told).toEqual([])
    await vi.advanceTimersByTimeAsync(2000)
    expect(container.registration.active.told).toEqual(isFirst ? [] : [{ type: 'keep-files', locale: 'en' }])
  }
})

it('says nothing of the first one', async () => {
  const container = new FakeContainer()
  container.registration.installing = new FakeWorker()
  show(container)
  await waitFor(() => expect(container.registration.isListenedTo).toBe(true))
  container.registration.dispatchEvent(new Event('updatefound'))
  const first = container.registration.installing
  first.state = 'installed'
  first.dispatchEvent(new Event('statechange'))
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
})
