import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#shared/errors.ts'
import { fakePageLoads, renderScreen } from '#test/fakes/screen.tsx'
import { setOutbox, type Outbox, type WaitingChange } from '#web/lib/outbox.ts'
import { hostOverlays } from '#web/ui/overlays/on-demand.tsx'
import { Offline } from './offline.tsx'
import { OutboxBar } from './outbox-bar.tsx'
import { OutboxSheet } from './outbox-sheet.tsx'

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
  update = vi.fn(() => Promise.resolve())
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

it('looks for one where a file of this one is no longer there', async () => {
  const container = new FakeContainer()
  show(container)
  await waitFor(() => expect(container.registration.isListenedTo).toBe(true))
  expect(container.registration.update).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('vite:preloadError'))
  expect(container.registration.update).toHaveBeenCalledOnce()
})

it.each([
  ['a key is pressed', () => window.dispatchEvent(new Event('keydown'))],
  ['the screen is at rest', () => vi.advanceTimersByTime(60_000)],
])('loads what shows the changes that wait when %s', (_, pass) => {
  vi.useFakeTimers()
  const prepare = vi.fn(() => Promise.resolve())
  hostOverlays({ prepare })
  render(<OutboxBar isSent={false} />)
  expect(prepare).not.toHaveBeenCalled()
  pass()
  expect(prepare).toHaveBeenCalled()
  hostOverlays({ prepare: () => Promise.resolve() })
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

it('is there where the browser refuses to open a database, as some private windows do', () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  expect(() => show(new FakeContainer())).not.toThrow()
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

describe('a refused change', () => {
  const draft = { of: 'fields', key: 'draft:m:reply:l', held: { text: 'Refused.' } } as const
  const change: WaitingChange = {
    id: 'a',
    kind: 'comment',
    target: null,
    about: 'Refused.',
    path: '/review/l/replies',
    draft,
    call: { body: { text: 'Refused.' } },
    madeAt: Date.now(),
    tries: 1,
    refusal: { code: 'reply.empty', text: 'Write something.', retryAfter: null },
  }
  const kept = () => (JSON.parse(localStorage.getItem(draft.key) ?? '{}') as { draft?: unknown }).draft
  const keep = (held: object) =>
    localStorage.setItem(draft.key, JSON.stringify({ draft: held, attempt: { key: 'k', content: 'c' } }))

  function showSheet(shown = change) {
    const discard = vi.fn(async () => {})
    const outbox = { waiting: [shown], sent: [], isSending: false, discard } as unknown as Outbox
    const loaded = fakePageLoads()
    renderScreen(<OutboxSheet outbox={outbox} title="Waiting" open onClose={() => {}} />)
    return { discard, loaded }
  }
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

  it.each([
    ['an empty form', () => {}],
    ['the form that has it still', () => keep(draft.held)],
  ])('is edited in %s without a question', async (_, prepare) => {
    prepare()
    const { discard, loaded } = showSheet()
    await press('Edit')
    await waitFor(() => expect(loaded).toHaveBeenCalledWith(change.path))
    expect(discard).toHaveBeenCalledOnce()
    expect(kept()).toEqual(draft.held)
  })

  const gone = (kind: WaitingChange['kind'], code: ErrorCode, body: object): WaitingChange => ({
    ...change,
    kind,
    refusal: { code, text: 'Gone.', retryAfter: null },
    call: { body: body as NonNullable<WaitingChange['call']['body']> },
  })

  it.each([
    ['Refused.', gone('comment', 'log.not_found', { text: 'Refused.' })],
    ['Longer now.', gone('editLog', 'log.not_found', { review: 'Longer now.', rating: 4 })],
    ['Stairs\n\nUp.', gone('editList', 'list.not_found', { title: 'Stairs', movies: [{ note: 'Up.' }, {}] })],
  ])('of what is gone gives its words (%j), and no form', async (words, shown) => {
    const user = userEvent.setup()
    showSheet(shown)
    await user.click(await screen.findByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toBe(words)
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  it('of what is gone has nothing to give where nothing was written', async () => {
    showSheet(gone('editList', 'list.not_found', { isRanked: true }))
    await screen.findByRole('button', { name: 'Discard' })
    expect(screen.queryByRole('button', { name: /Edit|Copy/ })).toBeNull()
  })

  it('takes the place of what was written since only where the member says so', async () => {
    keep({ text: 'Newer.' })
    const { discard, loaded } = showSheet()
    await press('Edit')
    await screen.findByRole('alertdialog', { name: 'Replace what you wrote since?' })
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(kept()).toEqual({ text: 'Newer.' })
    expect(discard).not.toHaveBeenCalled()
    await press('Edit')
    await screen.findByRole('alertdialog')
    await press('Replace')
    await waitFor(() => expect(loaded).toHaveBeenCalledWith(change.path))
    expect(kept()).toEqual(draft.held)
    expect(discard).toHaveBeenCalledOnce()
  })
})

describe('what waits', () => {
  const changeOf = (id: string, about: string): WaitingChange => ({
    id,
    kind: 'log',
    target: null,
    about,
    path: '/',
    call: {},
    madeAt: Date.now(),
    tries: 0,
    refusal: null,
  })
  const heat = changeOf('a', 'Heat')
  const dune = changeOf('b', 'Dune')
  const argo = changeOf('c', 'Argo')
  const tell = (waiting: WaitingChange[], sent: WaitingChange[], isSending: boolean) =>
    act(() => setOutbox({ waiting, sent, isSending } as unknown as Outbox))

  let place: HTMLElement
  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'))
    place.id = 'outbox'
  })
  afterEach(() => {
    act(() => setOutbox(null))
    place.remove()
  })

  it('is counted in a line, then told as it goes, in the sheet of each change', async () => {
    tell([heat, dune, argo], [], false)
    renderScreen(<OutboxBar isSent />)
    await userEvent.click(await within(place).findByRole('button', { name: /3 changes waiting/ }))
    const sheet = await screen.findByRole('dialog', { name: '3 changes waiting' })
    tell([dune, argo], [heat], true)
    expect(within(place).getByText('Sending 2 of 3')).toBeDefined()
    const states = within(sheet)
      .getAllByRole('listitem')
      .map((row) => /Sent|Sending|Waiting|Needs you/.exec(row.textContent)?.[0])
    expect(states).toEqual(['Sent', 'Sending', 'Waiting'])
    // Nothing can be done about what is sent.
    expect(within(sheet).getAllByRole('button', { name: 'Discard' })).toHaveLength(2)
    tell([], [heat, dune, argo], false)
    expect(place.textContent).toBe('Sent')
  })
})
