import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { makeAnswer, makeReply, omar, replyId, replyLog } from '#test/fakes/replies.ts'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import type { Reply } from '#shared/api/replies.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { AlertHost } from '#web/ui/overlays/alert.tsx'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
import { repliesQuery } from './replies.api.ts'
import { ReplyItem } from './reply-item.tsx'

// They load when they open: not within a test's patience.
beforeAll(() =>
  Promise.all([import('#web/ui/overlays/menu-popup.tsx'), import('#web/ui/overlays/alert-panel.tsx')]),
)

const failed = () => {
  throw new Refusal(500, 'server.failed', 'Something went wrong.')
}
const list = `GET /api/logs/${replyLog}/replies`

function Items({ onReply }: { onReply: (reply: Reply) => void }) {
  const { data } = useInfiniteQuery(repliesQuery({ on: 'log', id: replyLog }))
  return (
    <ul>
      {pageItems(data, ({ _id }) => _id)?.map((reply) => (
        <li key={reply._id}>
          <ReplyItem thread={{ on: 'log', id: replyLog }} filmId={949} reply={reply} onReply={onReply} />
        </li>
      ))}
    </ul>
  )
}

async function show({ signedIn = true } = {}) {
  if (signedIn) signInAsLayla()
  const queryClient = createQueryClient()
  const shownLog = { _id: replyLog, replyCount: 4, replies: [] }
  queryClient.setQueryData(['logs', replyLog], shownLog)
  const onReply = vi.fn<(reply: Reply) => void>()
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Items onReply={onReply} />
      </MemoryRouter>
      <ToastHost />
      <AlertHost />
    </QueryClientProvider>,
  )
  await screen.findAllByRole('article')
  return { queryClient, onReply, ...view }
}

const hearts = () => screen.getAllByRole('button', { name: /^Like comment by/ })
const heart = () => hearts()[0] as HTMLElement
const pressed = () => heart().getAttribute('aria-pressed')
const count = () => heart().querySelector('span[aria-hidden]')?.textContent
const toLike = `POST /api/logs/${replyLog}/replies/${replyId(1)}/like`

it('shows who, how many stars, the text, its image and its GIF', async () => {
  const reply = makeReply(1, {
    text: 'مرحبا omar',
    ratingForThisMovie: 3.5,
    rating: 3.5,
    image: '/media/a.webp',
    gif: '/gifs/scene/sad-1.webp',
    gifDetails: { title: 'Sad rain', width: 200, height: 200 },
  })
  fakeApi({ [list]: () => [reply] })
  const { onReply } = await show()
  const item = within(screen.getByRole('article', { name: 'Comment by omar' }))
  expect(item.getByRole('link', { name: '@omar' }).getAttribute('href')).toBe(`/profile/${omar}`)
  expect(item.getByRole('img', { name: '3.5 out of 5 stars' })).toBeDefined()
  expect(item.getByText('مرحبا omar').getAttribute('dir')).toBe('auto')
  expect(item.getByRole('img', { name: 'Image attached by omar' })).toBeDefined()
  expect(item.getByRole('img', { name: 'GIF: Sad rain' })).toBeDefined()
  await userEvent.click(item.getByRole('button', { name: 'Reply to omar' }))
  expect(onReply).toHaveBeenCalledWith(reply)
})

it('shows nothing of a spoiler until it is asked for: no text, picture or GIF', async () => {
  const given = { spoilers: true, image: '/media/a.webp', gif: '/gifs/scene/sad-1.webp' }
  fakeApi({ [list]: () => [makeReply(1, { text: 'He lives.', ...given })] })
  await show()
  const item = screen.getByRole('article', { name: 'Comment by omar' })
  const button = within(item).getByRole('button', { name: 'Spoiler, show' })
  expect([item.textContent?.includes('He lives.'), item.querySelector('[src*="/media/a.webp"]')]).toEqual([
    false,
    null,
  ])
  await userEvent.click(button)
  expect(item.textContent).toContain('He lives.')
  expect(item.querySelector('[src*="/media/a.webp"]')).not.toBeNull()
})

it('opens a spoiler by itself for who has seen the film, and for its author', async () => {
  fakeApi({
    [list]: () => [
      makeReply(1, { text: 'He lives.', spoilers: true }),
      makeReply(2, { text: 'She goes.', spoilers: true, by: 'layla' }),
    ],
    [`GET /api/users/${me}/film-marks`]: () => ({ seen: [[949, null]], watchlist: [], favourites: [] }),
  })
  await show()
  expect(document.body.textContent).toContain('She goes.')
  await waitFor(() =>
    expect(document.body.textContent).toContain('Open because you have seen itHideHe lives.'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(document.body.textContent).not.toContain('He lives.')
})

it('names whom a deeper answer means, and nobody above an answer to the comment itself', async () => {
  fakeApi({ [list]: () => [makeReply(1), makeAnswer(2, 1), makeAnswer(3, 1, { parent: 2 })] })
  await show()
  expect(screen.getAllByText('In reply to noor')).toHaveLength(1)
  expect(screen.getAllByRole('article')[2]?.textContent).toContain('↪ @noor')
})

it('keeps the place of a deleted one, without author, heart and reply', async () => {
  fakeApi({ [list]: () => [makeReply(1, { deleted: true, userId: null, username: '', text: '' })] })
  await show()
  const item = within(screen.getByRole('article', { name: 'This comment was deleted.' }))
  expect(item.queryByRole('link')).toBeNull()
  expect(item.queryByRole('button')).toBeNull()
})

it('changes a like once the server answered, with one request for fast taps', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const requests = fakeApi({ [list]: () => [makeReply(1, { likeCount: 4 })], [toLike]: () => promise })
  await show()
  heart().click()
  heart().click()
  await userEvent.click(heart())
  expect(pressed()).toBe('false')
  expect(count()).toBe('4')
  await waitFor(() => expect(heart().getAttribute('aria-busy')).toBe('true'))
  resolve({ liked: true, likeCount: 5, likes: [] })
  await waitFor(() => expect(pressed()).toBe('true'))
  expect(count()).toBe('5')
  expect(requests.filter(({ route }) => route === toLike)).toHaveLength(1)
})

it('changes nothing when a like fails, and says so', async () => {
  fakeApi({ [list]: () => [makeReply(1, { likeCount: 4 })], [toLike]: failed })
  await show()
  await userEvent.click(heart())
  expect(await screen.findByText('Failed to like reply.')).toBeDefined()
  expect(pressed()).toBe('false')
  expect(count()).toBe('4')
})

it('asks nothing of the server for a like without a session', async () => {
  const requests = fakeApi({ [list]: () => [makeReply(1)] })
  await show({ signedIn: false })
  await userEvent.click(heart())
  expect(await screen.findByText('You must be logged in to like.')).toBeDefined()
  expect(requests.some(({ route }) => route === toLike)).toBe(false)
  expect(screen.queryByRole('button', { name: 'More options' })).toBeNull()
})

/** One's own; others' comments have a menu too. */
const options = () =>
  within(screen.getByRole('article', { name: /layla/ })).getByRole('button', { name: 'More options' })
const toDelete = (number: number) => `DELETE /api/logs/${replyLog}/replies/${replyId(number)}`

async function askToDelete() {
  await userEvent.click(options())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  return within(await screen.findByRole('alertdialog', { name: 'Delete this reply?' }))
}

it('deletes one’s own after the question, counts it off everywhere and moves the focus on', async () => {
  let rows = [makeReply(1), makeReply(2, { by: 'layla' }), makeReply(3)]
  const requests = fakeApi({
    [list]: () => rows,
    [toDelete(2)]: () => {
      rows = rows.filter(({ _id }) => _id !== replyId(2))
      return { ok: true }
    },
  })
  const { queryClient } = await show()
  const cancelled = await askToDelete()
  await userEvent.click(cancelled.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.some(({ route }) => route === toDelete(2))).toBe(false)

  const question = await askToDelete()
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Text 2')).toBeNull())
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(queryClient.getQueryData(['logs', replyLog])).toMatchObject({ replyCount: 3 })
  await waitFor(() => expect(requests.filter(({ route }) => route === list)).toHaveLength(2))
  expect(document.activeElement?.closest('article')?.textContent).toContain('Text 3')
})

it('leaves a placeholder where answers hang below', async () => {
  const { promise } = Promise.withResolvers<Reply[]>()
  let asked = 0
  const answer = [makeReply(1, { by: 'layla', replyCount: 1 }), makeAnswer(2, 1)]
  fakeApi({
    [list]: () => (asked++ === 0 ? answer : promise),
    [toDelete(1)]: () => ({ ok: true }),
  })
  await show()
  const question = await askToDelete()
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('article', { name: 'This comment was deleted.' })).toBeDefined()
  expect(screen.getByText('Text 2')).toBeDefined()
})

it('says nothing when deleting fails, and keeps the comment', async () => {
  const requests = fakeApi({ [list]: () => [makeReply(1, { by: 'layla' })], [toDelete(1)]: failed })
  const { queryClient } = await show()
  const question = await askToDelete()
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(requests.some(({ route }) => route === toDelete(1))).toBe(true))
  await act(async () => {
    await Promise.resolve()
  })
  expect(screen.getByText('Text 1')).toBeDefined()
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  expect(queryClient.getQueryData(['logs', replyLog])).toMatchObject({ replyCount: 4 })
})

it('offers to mute and to block who wrote another’s comment and to report it, not one’s own', async () => {
  fakeApi({ [list]: () => [makeReply(1, { by: 'layla' }), makeReply(2)] })
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Options for @omar' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Mute @omar…', 'Block @omar…', 'Report…'])
  expect(screen.queryByRole('button', { name: 'Options for @layla' })).toBeNull()
})
