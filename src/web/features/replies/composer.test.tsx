import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Reply } from '#shared/api/replies.ts'
import { makeReply, replyId, replyLog } from '#test/fakes/replies.ts'
import { signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { maxImageBytes } from '#web/features/logs/editor/log-draft.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { getSession } from '#web/lib/session.ts'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
import { Composer, replyDraftKey } from './composer.tsx'

const send = `POST /api/logs/${replyLog}/reply`
const sad = {
  id: 'sad-1',
  url: '/gifs/scene/sad-1.webp',
  still: '/gifs/scene/sad-1.still.webp',
  width: 200,
  height: 200,
  title: 'Sad rain',
}
const gifs = { 'GET /api/gifs/recent': () => ({ results: [sad], provider: 'scene', nextPage: null }) }
const noor = { id: replyId(1), username: 'noor' }

// They load when they open: not within a test's patience.
beforeAll(() =>
  Promise.all([import('#web/ui/overlays/sheet-panel.tsx'), import('#web/features/gifs/gif-picker.tsx')]),
)

beforeEach(signInAsLayla)

function show(parent: typeof noor | null = null) {
  const onSent = vi.fn<(reply: Reply) => void>()
  const onCancel = vi.fn()
  const queryClient = createQueryClient()
  const composer = (to: typeof noor | null) => (
    <QueryClientProvider client={queryClient}>
      <Composer
        thread={{ on: 'log', id: replyLog }}
        parent={to}
        placeholder="Write a comment..."
        onSent={onSent}
        onCancel={onCancel}
      />
      <ToastHost />
    </QueryClientProvider>
  )
  const { rerender, unmount } = render(composer(parent))
  return { onSent, onCancel, unmount, turnTo: (to: typeof noor | null) => rerender(composer(to)) }
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment...' })
const formOf = (request: FakeRequest | undefined) => request?.body as FormData
const sends = (requests: FakeRequest[]) => requests.filter(({ route }) => route === send)
const attach = (file: File) =>
  fireEvent.change(screen.getByLabelText('Add image', { selector: 'input' }), { target: { files: [file] } })
const photo = new File(['a'], 'photo.png', { type: 'image/png', lastModified: 1 })

async function chooseGif() {
  await userEvent.click(screen.getByRole('button', { name: 'Add GIF' }))
  await userEvent.click(await screen.findByRole('button', { name: 'GIF: Sad rain' }))
  await screen.findByRole('button', { name: 'Remove GIF' })
}

it('does nothing when the text is blank and there is no GIF and no image', async () => {
  const requests = fakeApi({})
  show()
  await userEvent.type(field(), '   {Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(sends(requests)).toEqual([])
})

it('sends with Enter, clears, and keeps the focus', async () => {
  const requests = fakeApi({ [send]: () => makeReply(9, { by: 'layla' }) })
  const { onSent } = show()
  expect(field().placeholder).toBe('Write a comment...')
  await userEvent.type(field(), 'First line{Shift>}{Enter}{/Shift}second ')
  expect(sends(requests)).toEqual([])
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(sends(requests)).toEqual([])
  await userEvent.type(field(), '{Enter}')
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  const form = formOf(sends(requests)[0])
  expect(form.get('text')).toBe('First line\nsecond')
  expect(form.has('parentComment')).toBe(false)
  expect(form.has('gif')).toBe(false)
  expect(form.has('image')).toBe(false)
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
})

it('marks what is written as a spoiler, and only that', async () => {
  const requests = fakeApi({ [send]: () => makeReply(9, { by: 'layla', spoilers: true }) })
  show()
  const mark = () => screen.queryByRole('button', { name: 'Contains spoilers' })
  expect(mark()).toBeNull()
  await userEvent.type(field(), 'He lives')
  await userEvent.click(mark() as HTMLElement)
  expect(mark()?.getAttribute('aria-pressed')).toBe('true')
  await userEvent.type(field(), '.{Enter}')
  await waitFor(() => expect(field().value).toBe(''))
  await userEvent.type(field(), 'Next{Enter}')
  await waitFor(() => expect(sends(requests)).toHaveLength(2))
  expect(sends(requests).map((request) => formOf(request).get('spoilers'))).toEqual(['true', null])
})

it('begins an answer with the name, in focus, and may be turned back', async () => {
  const requests = fakeApi({ [send]: () => makeReply(9, { by: 'layla' }) })
  const { onCancel, onSent } = show(noor)
  expect(field().value).toBe('@noor ')
  expect(document.activeElement).toBe(field())
  await userEvent.click(screen.getByRole('button', { name: 'Comment on the review instead' }))
  expect(onCancel).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(field())
  await userEvent.type(field(), 'yes{Enter}')
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  expect(formOf(sends(requests)[0]).get('parentComment')).toBe(noor.id)
  expect(formOf(sends(requests)[0]).get('text')).toBe('@noor yes')
})

it('sends an image and a GIF without text; each can be removed before', async () => {
  const requests = fakeApi({ ...gifs, [send]: () => makeReply(9, { by: 'layla' }) })
  const { onSent } = show()
  attach(photo)
  await chooseGif()
  await userEvent.click(screen.getByRole('button', { name: 'Remove GIF' }))
  expect(document.activeElement).toBe(field())
  await userEvent.click(screen.getByRole('button', { name: 'Remove image' }))
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('img')).toBeNull()
  attach(photo)
  await chooseGif()
  expect(screen.getByRole('img', { name: 'Your image' })).toBeDefined()
  expect(screen.getByRole('img', { name: 'GIF: Sad rain' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  const form = formOf(sends(requests)[0])
  expect(form.get('gif')).toBe(sad.url)
  expect((form.get('image') as File).name).toBe('photo.png')
  expect(screen.queryByRole('img')).toBeNull()
})

it('takes a pasted picture', () => {
  fakeApi({})
  show()
  fireEvent.paste(field(), { clipboardData: { files: [photo] } })
  expect(screen.getByRole('img', { name: 'Your image' })).toBeDefined()
})

/** The toasts have a region of their own, which is empty here. */
const alerts = () =>
  screen.getAllByRole('alert').flatMap(({ textContent }) => (textContent ? [textContent] : []))

it('refuses what is not a picture and what is too large', () => {
  fakeApi({})
  show()
  attach(new File(['a'], 'a.pdf', { type: 'application/pdf' }))
  expect(alerts()).toEqual(['This file is not a supported image.'])
  const large = new File(['a'], 'a.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: maxImageBytes + 1 })
  attach(large)
  expect(alerts()).toEqual(['This file is too large.'])
  expect(screen.queryByRole('img')).toBeNull()
  attach(photo)
  expect(alerts()).toEqual([])
})

it('keeps everything when sending fails; a retry cannot make a second comment', async () => {
  const answers = [
    () => {
      throw new NoNetwork()
    },
    () => {
      throw new Refusal(429, 'request.rate_limited', 'Too many requests. Please wait a moment.')
    },
    () => makeReply(9, { by: 'layla' }),
    () => makeReply(10, { by: 'layla' }),
  ]
  const requests = fakeApi({ ...gifs, [send]: () => answers.shift()?.() })
  const { onSent } = show()
  attach(photo)
  await chooseGif()
  await userEvent.type(field(), 'Kept{Enter}')
  expect(
    (await screen.findByText('Your comment could not be sent.')).closest('[role="alert"]'),
  ).not.toBeNull()
  const kept = () => {
    expect(field().value).toBe('Kept')
    expect(screen.getByRole('img', { name: 'Your image' })).toBeDefined()
    expect(screen.getByRole('img', { name: 'GIF: Sad rain' })).toBeDefined()
  }
  kept()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeDefined()
  kept()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(field().value).toBe('')
  await userEvent.type(field(), 'Kept{Enter}')
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(2))
  const keys = sends(requests).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toHaveLength(4)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
})

it('sends once for fast presses, and loses nothing that was written meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const requests = fakeApi({ [send]: () => promise })
  const { onSent } = show()
  await userEvent.type(field(), 'One{Enter}{Enter}')
  await userEvent.type(field(), ' and two')
  resolve(makeReply(9, { by: 'layla' }))
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  expect(sends(requests)).toHaveLength(1)
  expect(field().value).toBe(' and two')
})

it('keeps a draft for the log and for each answer, and says that it came back', async () => {
  fakeApi(gifs)
  const first = show()
  await userEvent.type(field(), 'On the log')
  first.turnTo(noor)
  expect(field().value).toBe('@noor ')
  await userEvent.type(field(), 'an answer')
  await chooseGif()
  first.turnTo(null)
  expect(field().value).toBe('On the log')
  first.unmount()

  show(noor)
  expect(screen.getByText('Draft restored')).toBeDefined()
  expect(field().value).toBe('@noor an answer')
  expect(screen.getByRole('img', { name: 'GIF: Sad rain' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(field().value).toBe('@noor ')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('img')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(field().value).toBe('@noor an answer')
  expect(screen.getByRole('img', { name: 'GIF: Sad rain' })).toBeDefined()
})

it('forgets a draft that was sent, also when it turns to another comment at once', async () => {
  fakeApi({ [send]: () => makeReply(9, { by: 'layla' }) })
  const { onSent, turnTo, unmount } = show(noor)
  onSent.mockImplementation(() => turnTo(null))
  await userEvent.type(field(), 'sent{Enter}')
  await waitFor(() => expect(field().value).toBe(''))
  expect(document.activeElement).toBe(field())
  unmount()
  show(noor)
  expect(field().value).toBe('@noor ')
  expect(screen.queryByText('Draft restored')).toBeNull()
})

it('sends once however fast it is pressed', async () => {
  const { promise } = Promise.withResolvers<Reply>()
  const requests = fakeApi({ [send]: () => promise })
  show()
  await userEvent.type(field(), 'once')
  const button = screen.getByRole('button', { name: 'Send' })
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(sends(requests)).toHaveLength(1)
})

it('leaves alone what another tab kept, while nothing is written here', () => {
  fakeApi({})
  const { unmount } = show()
  const key = replyDraftKey(getSession()?.user._id ?? '', { on: 'log', id: replyLog }, null)
  localStorage.setItem(key, 'from the other tab')
  unmount()
  expect(localStorage.getItem(key)).toBe('from the other tab')
})
