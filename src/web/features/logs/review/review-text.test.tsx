import { QueryClientProvider } from '@tanstack/react-query'
import { render as renderAlone, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpoilerChoice } from '#shared/spoiler-choice.ts'
import { filmMarksQuery } from '#web/features/films/film-marks.api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ReviewExcerpt, ReviewText } from './review-text.tsx'

const me = '018f0000-0000-7000-8000-000000000001'
const film = 949

const render = (shown: ReactNode, queryClient = createQueryClient()) =>
  renderAlone(shown, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })

const written = (given: { review: string; spoilers?: boolean; reviewEmphasis?: number[]; by?: string }) => ({
  tmdbId: film,
  user: { _id: given.by ?? 'another' },
  spoilers: false,
  ...given,
})

/** Somebody who has seen the film, or another one. */
function seenBy(spoilers: SpoilerChoice | undefined, seen = film) {
  localStorage.setItem('token', 'token')
  localStorage.setItem('user', JSON.stringify({ _id: me, username: 'layla', spoilers }))
  const queryClient = createQueryClient()
  const mark = { seen: true, rating: null, watchlist: false, favourite: false }
  queryClient.setQueryData(filmMarksQuery(me).queryKey, new Map([[seen, mark]]))
  return queryClient
}
afterEach(() => localStorage.clear())

const show = (review: string, { spoilers = false, clamp = false } = {}) =>
  render(<ReviewText log={written({ review, spoilers })} clamp={clamp} />)
const hidden = () => screen.queryAllByRole('button', { name: 'Spoiler, show' })
const body = () => document.body.textContent

describe('the text of a review', () => {
  it('stands in its own direction', () => {
    show('Every staircase is a sentence.')
    const text = screen.getByText('Every staircase is a sentence.')
    expect(text.getAttribute('dir')).toBe('auto')
    expect(hidden()).toEqual([])
  })

  it('has its emphasis where it was written, also behind a spoiler', () => {
    const review = 'Not Heat, ||he|| but Thief.'
    const reviewEmphasis = ['Heat', 'Thief'].flatMap((word) => [
      review.indexOf(word),
      review.indexOf(word) + word.length,
    ])
    render(<ReviewText log={written({ review, reviewEmphasis })} />)
    expect(screen.getAllByRole('emphasis').map((part) => part.textContent)).toEqual(['Heat', 'Thief'])
    expect(body()).toBe('Not Heat, Spoiler, show but Thief.')
  })

  it.each(['__media__', '[GIF ONLY]', '[IMAGE ONLY]', '  '])('is not there for %j', (placeholder) => {
    const { container } = show(placeholder, { spoilers: true })
    expect(container.childElementCount).toBe(0)
  })

  it.each([false, true])('hides a spoiler until it is asked for (cut to six lines: %s)', async (clamp) => {
    show('He lives, ||she goes||.', { spoilers: true, clamp })
    expect(body()).toBe('Spoiler, show')
    await userEvent.click(screen.getByRole('button', { name: 'Spoiler, show' }))
    // Whoever asked for all of it is not asked again.
    expect(body()).toBe('He lives, she goes.')
    expect(document.activeElement?.textContent).toBe('He lives, she goes.')
  })

  it.each([false, true])('hides parts of it, each on its own (cut to six lines: %s)', async (clamp) => {
    show('In the end ||he lives|| and ||she goes||. a || b', { clamp })
    expect(body()).toBe('In the end Spoiler, show and Spoiler, show. a || b')
    const second = hidden()[1]
    if (second) await userEvent.click(second)
    expect(body()).toBe('In the end Spoiler, show and she goes. a || b')
    expect(document.activeElement?.textContent).toBe('she goes')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    expect(body()).toBe('In the end he lives and she goes. a || b')
  })

  it('hides another text anew', async () => {
    const { rerender } = show('He lives.', { spoilers: true })
    await userEvent.click(screen.getByRole('button', { name: 'Spoiler, show' }))
    rerender(<ReviewText log={written({ review: 'She goes.', spoilers: true })} />)
    expect(body()).toBe('Spoiler, show')
  })
})

describe('spoilers', () => {
  const review = 'In the end ||he lives||. So it goes.'
  const open = 'In the end he lives. So it goes.'
  const word = 'Open because you have seen itHide'
  const log = written({ review, spoilers: true })

  it.each([
    ['the usual choice', undefined, film, word + open],
    ['open when seen', 'seen', film, word + open],
    ['open when seen, another film', 'seen', 1, 'Spoiler, show'],
    ['always open', 'open', 1, open],
    ['always closed', 'closed', film, 'Spoiler, show'],
  ] as const)('by %s', (_, choice, seen, text) => {
    for (const clamp of [false, true]) {
      const { unmount } = render(<ReviewText log={log} clamp={clamp} />, seenBy(choice, seen))
      expect(body()).toBe(text)
      unmount()
    }
    const excerpt = render(<ReviewExcerpt log={log} words={4} />, seenBy(choice, seen))
    expect(excerpt.container.textContent).toBe(text === 'Spoiler, show' ? '[Spoiler]' : 'In the end he…')
  })

  it('are open to who wrote them', () => {
    render(<ReviewText log={written({ review, spoilers: true, by: me })} />, seenBy('closed'))
    expect(body()).toBe(open)
  })

  it('in parts of a text open and close with it', async () => {
    render(<ReviewText log={written({ review })} />, seenBy('seen'))
    expect(body()).toBe(word + open)
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(body()).toBe('In the end Spoiler, show. So it goes.')
  })

  it('of a text without any need no word', () => {
    render(<ReviewText log={written({ review: 'So it goes.' })} />, seenBy('seen'))
    expect(body()).toBe('So it goes.')
  })
})

describe('an excerpt', () => {
  const excerpt = (review: string, spoilers = false) => {
    const { container } = render(<ReviewExcerpt log={written({ review, spoilers })} words={4} />)
    return container.textContent
  }

  it.each([
    ['one two three four five', 'one two three four…'],
    ['one two three four', 'one two three four'],
    ['one ||two three|| four five', 'one [Spoiler] four five'],
    ['[GIF ONLY]', ''],
  ])('of %j', (review, text) => {
    expect(excerpt(review)).toBe(text)
  })

  it('of a spoiler says only that it is one', () => {
    expect(excerpt('He lives.', true)).toBe('[Spoiler]')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
