import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bodies,
  chat,
  eventStream,
  field,
  makeAnswer,
  openChat,
  route,
  say,
  unavailable,
} from '#test/fakes/scene-bot.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { setMotionReduced } from '#web/lib/motion.ts'

beforeEach(() => setMotionReduced(true))

describe('a reply that streams', () => {
  it('grows, begins anew on again, and ends with the answer, told once', async () => {
    const stream = eventStream()
    fakeApi({ [route]: () => stream.response })
    openChat()
    await say('Films like Burning')
    await stream.progress({ type: 'text', text: 'Let me ' })
    await stream.progress({ type: 'text', text: 'see' })
    expect(await chat().findByText('Let me see')).toBeDefined()
    expect(screen.getByText('SceneBot is typing')).toBeDefined()
    await stream.progress({ type: 'again' })
    await stream.progress({ type: 'text', text: 'Try' })
    expect(await chat().findByText('Try')).toBeDefined()
    expect(chat().queryByText('Let me see')).toBeNull()
    await stream.answer(makeAnswer('Try Parasite.', { by: 'model' }))
    await stream.end()
    expect(await chat().findByText('Try Parasite.')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('SceneBot is typing')).toBeNull())
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Try Parasite.')
  })

  it.each([
    ['an error in the middle', (stream: ReturnType<typeof eventStream>) => stream.error('server.failed')],
    ['a connection that breaks', (stream: ReturnType<typeof eventStream>) => stream.breakOff()],
    ['an end without an answer', (stream: ReturnType<typeof eventStream>) => stream.end()],
  ])('%s is a failure, and can be asked again', async (_, fail) => {
    const stream = eventStream()
    let tries = 0
    const requests = fakeApi({ [route]: () => (tries++ === 0 ? stream.response : makeAnswer('Here.')) })
    openChat()
    await say('Films like Burning')
    await stream.progress({ type: 'text', text: 'Let me ' })
    await chat().findByText('Let me')
    await fail(stream)
    expect(await chat().findByText(unavailable)).toBeDefined()
    expect(chat().queryByText('Let me')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await chat().findByText('Here.')).toBeDefined()
    expect(chat().queryByText(unavailable)).toBeNull()
    expect(chat().getAllByText('Films like Burning')).toHaveLength(1)
    expect(bodies(requests)).toEqual([1, 2].map(() => ({ message: 'Films like Burning', history: [] })))
  })

  it('stops when told to, and keeps what had come', async () => {
    const stream = eventStream()
    const requests = fakeApi({ [route]: () => stream.response })
    openChat()
    await say('Films like Burning')
    await stream.progress({ type: 'text', text: 'First, Parasite and ' })
    await chat().findByText('First, Parasite and')
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
    await stream.breakOff()
    expect(await chat().findByText('First, Parasite and…')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
    expect(requests).toHaveLength(1)
  })
})

describe('Translate', () => {
  const translate = 'POST /api/scenebot/translate'

  async function open(answers: Parameters<typeof fakeApi>[0]) {
    const requests = fakeApi({ ...answers, [route]: () => makeAnswer('A film.', { by: 'model' }) })
    openChat()
    await say('Films like Burning')
    await userEvent.click(await screen.findByRole('button', { name: 'Translate' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Arabic', 'French'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'French' }))
    return requests
  }

  it('shows the translation below the reply until it is hidden', async () => {
    const requests = await open({ [translate]: () => ({ translated: 'Un film.' }) })
    expect((await screen.findByText('Un film.')).lang).toBe('fr')
    expect(requests.at(-1)?.body).toEqual({ text: 'A film.', target: 'french' })
    await userEvent.click(screen.getByRole('button', { name: 'Hide translation' }))
    expect(screen.queryByText('Un film.')).toBeNull()
  })

  it('says that it is unavailable', async () => {
    await open({
      [translate]: () => Promise.reject(new Refusal(503, 'assistant.unavailable', unavailable)),
    })
    expect(await screen.findByText(unavailable)).toBeDefined()
  })

  it('is not offered where no model answered', async () => {
    fakeApi({ [route]: () => makeAnswer('A film.') })
    openChat()
    await say('Films like Burning')
    await chat().findByText('A film.')
    expect(screen.queryByRole('button', { name: 'Translate' })).toBeNull()
  })
})

describe('letter by letter', () => {
  const visible = () =>
    chat().getAllByText(/.+/, { selector: 'p[aria-hidden="true"]' }).at(-1)?.textContent ?? ''

  it('shows a character about every 15 ms, the whole text to a screen reader at once, and skips', async () => {
    setMotionReduced(false)
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
    })
    const text = 'A long reply about films that takes its time. '.repeat(20).trim()
    fakeApi({ [route]: () => makeAnswer(text) })
    openChat()
    fireEvent.change(field(), { target: { value: 'Go' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(visible().length).toBeGreaterThan(0))
    expect(text.startsWith(visible())).toBe(true)
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text)
    const before = visible().length
    vi.advanceTimersByTime(1500)
    await waitFor(() => expect(visible().length).toBeGreaterThan(before))
    expect(visible().length).toBeLessThan(text.length)
    fireEvent.click(screen.getByRole('button', { name: 'Show the whole reply' }))
    expect(await chat().findByText(text, { selector: 'p:not([aria-hidden="true"])' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Show the whole reply' })).toBeNull()
    vi.useRealTimers()
  })
})
