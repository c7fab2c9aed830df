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
  await waitFor(() =>
    expect(container.registration.active.told).toEqual([{ type: 'keep-files', locale: 'en' }]),
  )
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  const next = new FakeWorker()
  container.registration.installing = next
  container.registration.dispatchEvent(new Event('updatefound'))
  next.state = 'installed'
  next.dispatchEvent(new Event('statechange'))
  await screen.findByText('New version ready')
})

it('says nothing of the first one, and loads nothing ahead', async () => {
  const container = new FakeContainer()
  container.registration.installing = new FakeWorker()
  show(container)
  await waitFor(() => expect(container.registration.active).toBeDefined())
  container.registration.dispatchEvent(new Event('updatefound'))
  const first = container.registration.installing
  first.state = 'installed'
  first.dispatchEvent(new Event('statechange'))
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(container.registration.active.told).toEqual([])
})
