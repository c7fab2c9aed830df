import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { me } from '#test/fakes/film-page.tsx'
import {
  answer,
  first,
  list,
  noor,
  reply,
  review,
  second,
  send,
  showReviews,
} from '#test/fakes/film-reviews.tsx'
import { replyId } from '#test/fakes/replies.ts'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'

const composer = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Write a reply...' })
const openComposer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a reply...' })
const card = () => screen.findByRole('article', { name: 'Review of Salt Harbour by omar' })
const thread = () => screen.getByRole('list', { name: 'Replies to the review by omar' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('the composer', () => {
  const answers = () => ({
    [list]: () => [
      review(first, { replyCount: 1, replies: [reply(1)] }),
      review(second, { user: noor, replies: [] }),
    ],
  })

  it('appears when a review is answered, begins with its author and keeps which review it is', async () => {
    const requests = fakeApi({
      ...answers(),
      [send(first)]: () => reply(9, { userId: me, username: 'layla' }),
    })
    showReviews()
    await card()
    expect(composer()).toBeNull()
    await userEvent.click(button('Reply to the review by omar'))
    const field = await openComposer()
    expect(field.value).toBe('@omar ')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, 'yes{Enter}')
    await waitFor(() => expect(composer()).toBeNull())
    const form = requests.find(({ route }) => route === send(first))?.body as FormData
    expect(form.get('text')).toBe('@omar yes')
    expect(form.get('parentComment')).toBeNull()
    // What was written is there at once, and the focus back where it came from.
    expect(await within(thread()).findByText('Reply 9')).toBeDefined()
    expect(await screen.findByText('2 replies')).toBeDefined()
    expect(document.activeElement).toBe(button('Reply to the review by omar'))
  })

  it('answers a reply below it', async () => {
    const written = answer(9, 1, { userId: me, username: 'layla' })
    const requests = fakeApi({ ...answers(), [send(first)]: () => written })
    showReviews()
    await userEvent.click(await screen.findByRole('button', { name: 'Reply to noor' }))
    await userEvent.type(await openComposer(), 'no{Enter}')
    await waitFor(() => expect(composer()).toBeNull())
    const form = requests.find(({ route }) => route === send(first))?.body as FormData
    expect(form.get('text')).toBe('@noor no')
    expect(form.get('parentComment')).toBe(replyId(1))
    const below = await within(thread()).findByText('Reply 9')
    expect(below.closest('ul')).not.toBe(thread())
  })

  it('answers also what was written just now', async () => {
    const written = [
      reply(8, { userId: me, username: 'layla' }),
      answer(9, 8, { userId: me, username: 'layla' }),
    ]
    fakeApi({ ...answers(), [send(first)]: () => written.shift() })
    showReviews()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    await userEvent.type(await openComposer(), 'yes{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Reply to layla' }))
    await userEvent.type(await openComposer(), 'and more{Enter}')
    const below = await within(thread()).findByText('Reply 9')
    expect(within(thread()).getByText('Reply 8').closest('ul')).toBe(thread())
    expect(below.closest('ul')).not.toBe(thread())
    expect(await screen.findByText('3 replies')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  it('turns to another review when that is answered', async () => {
    fakeApi(answers())
    showReviews()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    expect((await openComposer()).value).toBe('@omar ')
    await userEvent.click(button('Reply to the review by noor'))
    await waitFor(() => expect(composer()?.value).toBe('@noor '))
  })

  it('is found again by a reload and by Back', async () => {
    fakeApi(answers())
    const router = showReviews()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    await waitFor(() =>
      expect(router.state.location.state).toEqual({
        reviewId: first,
        parentCommentId: null,
        parentUsername: 'omar',
      }),
    )
    await userEvent.click(button('Cancel'))
    await waitFor(() => expect(router.state.location.state).toBeNull())
  })

  it('sends nothing that is blank', async () => {
    const requests = fakeApi(answers())
    showReviews()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    const field = await openComposer()
    await userEvent.clear(field)
    await userEvent.type(field, '   {Enter}')
    await userEvent.click(button('Send'))
    expect(requests.some(({ route }) => route.startsWith('POST'))).toBe(false)
    expect(composer()).not.toBeNull()
  })

  it('keeps everything when sending failed', async () => {
    fakeApi({
      ...answers(),
      [send(first)]: () => {
        throw new NoNetwork()
      },
    })
    showReviews()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    await userEvent.type(await openComposer(), 'yes{Enter}')
    expect(await screen.findByText('Your comment could not be sent.')).toBeDefined()
    expect(composer()?.value).toBe('@omar yes')
  })

  it('goes away on request', async () => {
    fakeApi(answers())
    showReviews()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    await openComposer()
    await userEvent.click(button('Cancel'))
    expect(composer()).toBeNull()
  })
})

describe('a link with a comment to answer', () => {
  const parent = { parentCommentId: replyId(1), parentUsername: 'noor' }
  const logs = () => [review(second, { user: noor }), review(first, { replyCount: 1, replies: [reply(1)] })]

  it('opens the composer for it, once', async () => {
    const requests = fakeApi({
      [list]: logs,
      [send(second)]: () => answer(9, 1, { userId: me, username: 'layla' }),
    })
    const router = showReviews({ ...parent, reviewId: second })
    const field = await openComposer()
    expect(field.value).toBe('@noor ')
    await userEvent.type(field, 'hi{Enter}')
    await waitFor(() => expect(composer()).toBeNull())
    const form = requests.find(({ route }) => route === send(second))?.body as FormData
    expect(form.get('parentComment')).toBe(replyId(1))
    expect(router.state.location.state).toBeNull()
  })

  it('finds the review by the comment where the link does not name it', async () => {
    const requests = fakeApi({ [list]: logs, [send(first)]: () => answer(9, 1) })
    showReviews(parent)
    await userEvent.type(await openComposer(), 'hi{Enter}')
    await waitFor(() => expect(requests.some(({ route }) => route === send(first))).toBe(true))
  })

  it('may answer the review itself', async () => {
    fakeApi({ [list]: logs })
    showReviews({ reviewId: first, parentCommentId: null, parentUsername: 'omar' })
    expect((await openComposer()).value).toBe('@omar ')
  })

  it('cannot be answered without a review', async () => {
    fakeApi({ [list]: logs })
    showReviews({ ...parent, parentCommentId: replyId(999) })
    await card()
    expect(composer()).toBeNull()
  })
})
