import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bodies,
  chat,
  chatMember,
  field,
  makeAnswer,
  openChat,
  route,
  say,
  unavailable,
} from '#test/fakes/scene-bot.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import type { AssistantAnswer } from '#shared/api/assistant.ts'
import { setMotionReduced } from '#web/lib/motion.ts'
import { writeConversation, type Message } from './conversation.ts'
import { languageReplies, readLanguage } from './language-phrases.ts'
import { prompts } from './prompts.ts'
import { questionState } from './question-state.ts'

const kept = () => localStorage.getItem(`sceneBot:${chatMember}`)

function keep(...messages: Partial<Message>[]) {
  const whole = messages.map((message, index) => ({
    id: `m${index}`,
    sender: 'user' as const,
    text: '',
    at: Date.now(),
    ...message,
  }))
  writeConversation(localStorage, chatMember, whole)
}

beforeEach(() => setMotionReduced(true))

describe('a question', () => {
  it('is answered, with the films linked, and goes along with the next one', async () => {
    const films = [
      { id: 496243, title: 'Parasite', year: 2019, poster: null },
      { id: 7, title: 'Unknown', year: null, poster: null },
    ]
    const requests = fakeApi({ [route]: () => makeAnswer('Two films.', { films }) })
    openChat()
    await say('Films like Burning')
    const row = within(await screen.findByRole('list', { name: 'Films in this reply' }))
    const linked = ['Parasite, 2019', 'Unknown'].map((name) => row.getByRole('link', { name }))
    expect(linked.map((link) => link.getAttribute('href'))).toEqual(['/movie/496243', '/movie/7'])
    row.getByRole('button', { name: 'Actions for Parasite' })
    expect(chat().getByText('Two films.')).toBeDefined()
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    const asked = requests.find((request) => request.route === route)
    expect(asked?.headers.get('accept')).toContain('text/event-stream')

    await say('Who directed it?')
    await waitFor(() => expect(bodies(requests)).toHaveLength(2))
    expect(bodies(requests)).toEqual([
      { message: 'Films like Burning', history: [] },
      {
        message: 'Who directed it?',
        history: [
          { sender: 'user', text: 'Films like Burning' },
          { sender: 'bot', text: 'Two films.', films: [496243, 7] },
        ],
      },
    ])
    await waitFor(() => expect(chat().getAllByText('Two films.')).toHaveLength(2))
  })

  it('is not sent when blank, nor while a word is composed, nor while another is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<AssistantAnswer>()
    const requests = fakeApi({ [route]: () => promise })
    openChat()
    await userEvent.type(field(), '   {Enter}')
    await userEvent.type(field(), 'a{Shift>}{Enter}{/Shift}b')
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(bodies(requests)).toEqual([])
    await userEvent.type(field(), '{Enter}')
    expect(screen.getByText('SceneBot is typing')).toBeDefined()
    await say('second')
    expect(field().value).toBe('second')
    resolve(makeAnswer('Done.'))
    expect(await chat().findByText('Done.')).toBeDefined()
    expect(bodies(requests)).toEqual([{ message: 'a\nb', history: [] }])
  })

  it('shows markup as the text that it is', async () => {
    fakeApi({ [route]: () => makeAnswer('<b>bold</b> [link](https://x.test)') })
    openChat()
    await say('<img src=x>')
    expect(await chat().findByText('<b>bold</b> [link](https://x.test)')).toBeDefined()
    expect(chat().getByText('<img src=x>')).toBeDefined()
  })
})

describe('a failure', () => {
  it.each([
    ['the specified text', () => new Refusal(503, 'assistant.unavailable', unavailable), unavailable],
    ['the same offline', () => new NoNetwork(), unavailable],
    [
      'the same for what the server did not foresee',
      () => new Refusal(500, 'server.failed', 'x'),
      unavailable,
    ],
    [
      'the limit',
      () => new Refusal(429, 'request.rate_limited', ''),
      'Too many requests. Please wait a moment.',
    ],
    [
      'what cannot be read',
      () => new Refusal(400, 'assistant.plain_text', ''),
      'SceneBot can only receive plain text.',
    ],
  ])('says %s, and keeps the question', async (_, error, text) => {
    fakeApi({ [route]: () => Promise.reject(error()) })
    openChat()
    await say('Films like Burning')
    expect(await chat().findByText(text)).toBeDefined()
    expect(chat().getByText('Films like Burning')).toBeDefined()
    expect(kept()).toContain('Films like Burning')
  })

  it('is no part of what SceneBot hears later', async () => {
    let tries = 0
    const requests = fakeApi({
      [route]: () => (tries++ === 0 ? Promise.reject(new NoNetwork()) : makeAnswer('Here.')),
    })
    openChat()
    await say('One')
    await chat().findByText(unavailable)
    await say('Two')
    await chat().findByText('Here.')
    expect(bodies(requests)[1]).toEqual({ message: 'Two', history: [{ sender: 'user', text: 'One' }] })
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })
})

describe('a file', () => {
  const photo = new File(['a'], 'photo.png', { type: 'image/png' })
  const refused = 'SceneBot can only receive plain text.'
  const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)

  it('is refused when pasted; text that comes with a picture is not', () => {
    fakeApi({})
    openChat()
    fireEvent.paste(field(), { clipboardData: { files: [photo], getData: () => 'text of a document' } })
    expect(alerts()).not.toContain(refused)
    const taken = fireEvent.paste(field(), { clipboardData: { files: [photo], getData: () => '' } })
    expect(taken).toBe(false)
    expect(alerts()).toContain(refused)
    fireEvent.change(field(), { target: { value: 'words' } })
    expect(alerts()).not.toContain(refused)
  })

  it('is refused when dropped anywhere, and does not replace the page', () => {
    fakeApi({})
    openChat()
    const taken = fireEvent.drop(screen.getByRole('log'), {
      dataTransfer: { types: ['Files'], files: [photo] },
    })
    expect(taken).toBe(false)
    expect(alerts()).toContain(refused)
    expect(fireEvent.drop(field(), { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
  })
})

describe('the language', () => {
  it('is set, sent and reset by the phrases, which stay here', async () => {
    const requests = fakeApi({ [route]: () => makeAnswer('Voilà.', { language: 'french' }) })
    openChat()
    await say(' Reply in FRENCH ')
    expect(await chat().findByText(languageReplies.french)).toBeDefined()
    expect(readLanguage(localStorage, chatMember)).toBe('french')
    await say('Films like Burning')
    await chat().findByText('Voilà.')
    await say('reset language')
    expect(await chat().findByText('Language reset: I reply in the language of your question.')).toBeDefined()
    await say('And older ones?')
    await waitFor(() => expect(bodies(requests)).toHaveLength(2))
    expect(bodies(requests)).toEqual([
      { message: 'Films like Burning', history: [], lang: 'french' },
      {
        message: 'And older ones?',
        history: [
          { sender: 'user', text: 'Films like Burning' },
          { sender: 'bot', text: 'Voilà.' },
        ],
      },
    ])
  })
})

describe('the conversation', () => {
  const day = 24 * 60 * 60_000

  it('is there again while its last message is under 24 hours old', () => {
    keep(
      { text: 'Older', at: Date.now() - 3 * day },
      { sender: 'bot', text: 'Yes.', at: Date.now() - day + 60_000 },
    )
    openChat()
    expect(chat().getByText('Older')).toBeDefined()
    expect(chat().getByText('Yes.')).toBeDefined()
    expect(screen.queryByText('Hi, I’m SceneBot.')).toBeNull()
  })

  it('is cleared once its last message is 24 hours old', () => {
    keep({ text: 'Older', at: Date.now() - day })
    openChat()
    expect(screen.queryByText('Older')).toBeNull()
    expect(screen.getByText('Hi, I’m SceneBot.')).toBeDefined()
    expect(kept()).toBeNull()
  })

  it('follows another tab', async () => {
    openChat()
    keep({ sender: 'bot', text: 'From elsewhere' })
    fireEvent(window, new StorageEvent('storage', { key: `sceneBot:${chatMember}` }))
    expect(await chat().findByText('From elsewhere')).toBeDefined()
  })

  it('keeps in this tab what the storage has no room for, until that is cleared', async () => {
    keep({ sender: 'bot', text: 'Said before' })
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    fakeApi({ [route]: () => makeAnswer('Two films.') })
    openChat()
    await say('Films like Burning')
    expect(await chat().findByText('Two films.')).toBeDefined()
    await say('reply in English')
    expect(await chat().findByText('From now on I will reply in English.')).toBeDefined()
    full.mockRestore()
    fireEvent(document, new Event('visibilitychange'))
    expect(chat().getByText('Said before')).toBeDefined()
    expect(chat().getByText('Two films.')).toBeDefined()
    await say('And others?')
    await waitFor(() => expect(chat().getAllByText('Two films.')).toHaveLength(2))
    localStorage.clear()
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(chat().queryByText('Two films.')).toBeNull())
  })

  it('offers to ask again what a reload left without an answer', async () => {
    keep({ text: 'Films like Burning' })
    const requests = fakeApi({ [route]: () => makeAnswer('Here.') })
    openChat()
    expect(chat().getByText('This question has no answer yet.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await chat().findByText('Here.')).toBeDefined()
    expect(chat().queryByText('This question has no answer yet.')).toBeNull()
    expect(bodies(requests)).toHaveLength(1)
  })

  it('takes an answer that comes while another screen is open', async () => {
    const { promise, resolve } = Promise.withResolvers<AssistantAnswer>()
    fakeApi({ [route]: () => promise })
    const { router } = openChat()
    await say('Films like Burning')
    await router.navigate('/movie/7')
    await screen.findByRole('heading', { name: 'A film' })
    resolve(makeAnswer('Came late.'))
    await waitFor(() => expect(kept()).toContain('Came late.'))
    await router.navigate(-1)
    await screen.findByRole('log')
    expect(await chat().findByText('Came late.')).toBeDefined()
  })

  it('is cleared after a question, with what is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<AssistantAnswer>()
    fakeApi({ [route]: () => promise })
    openChat()
    await say('Films like Burning')
    const clear = async (answer: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'More options' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Clear conversation' }))
      const question = await screen.findByRole('alertdialog', { name: 'Clear this conversation?' })
      await userEvent.click(within(question).getByRole('button', { name: answer }))
    }
    await clear('Cancel')
    expect(kept()).toContain('Films like Burning')
    await clear('Clear conversation')
    await waitFor(() => expect(kept()).toBeNull())
    resolve(makeAnswer('Too late.'))
    expect(await screen.findByText('Hi, I’m SceneBot.')).toBeDefined()
    expect(kept()).toBeNull()
  })
})

describe('a question that comes with the navigation', () => {
  it('is asked once', async () => {
    const requests = fakeApi({ [route]: () => makeAnswer('Here.') })
    const { router } = openChat(questionState('Films like Parasite'))
    expect(await chat().findByText('Here.')).toBeDefined()
    expect(chat().getByText('Films like Parasite')).toBeDefined()
    expect(router.state.location.state).toBeNull()
    await router.navigate('/movie/7')
    await screen.findByRole('heading', { name: 'A film' })
    await router.navigate(-1)
    await screen.findByRole('log')
    expect(await chat().findByText('Here.')).toBeDefined()
    expect(bodies(requests)).toHaveLength(1)
  })

  it('waits for the answer that is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<AssistantAnswer>()
    const requests = fakeApi({ [route]: () => promise })
    const { router } = openChat()
    await say('One')
    await router.navigate('/scenebot', { state: questionState('Two') })
    expect(bodies(requests)).toHaveLength(1)
    resolve(makeAnswer('Here.'))
    await waitFor(() => expect(bodies(requests)).toHaveLength(2))
    expect(bodies(requests)[1]).toMatchObject({ message: 'Two' })
  })
})

describe('prompts', () => {
  const dice = () => userEvent.click(screen.getByRole('button', { name: 'Random prompt' }))

  it('come from the dice, in the member’s language; typed text can be had back', async () => {
    openChat()
    await userEvent.type(field(), 'my own words')
    await dice()
    await waitFor(() => expect(prompts.en).toContain(field().value))
    expect(document.activeElement).toBe(field())
    const first = field().value
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(field().value).toBe('my own words')
    await userEvent.clear(field())
    await dice()
    await waitFor(() => expect(prompts.en).toContain(field().value))
    expect(field().value).not.toBe(first)
    await dice()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('are offered four at a time while nothing was said', async () => {
    openChat()
    const list = within(screen.getByRole('list', { name: 'Examples of questions' }))
    const [first, ...others] = await list.findAllByRole('button')
    expect(others).toHaveLength(3)
    await userEvent.click(first ?? document.body)
    expect(field().value).toBe(first?.textContent)
  })
})

it('finds what was typed again after a reload', async () => {
  const { unmount } = openChat()
  await userEvent.type(field(), 'half a quest')
  unmount()
  openChat()
  expect(field().value).toBe('half a quest')
})
