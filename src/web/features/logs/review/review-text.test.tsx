import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ReviewExcerpt, ReviewText } from './review-text.tsx'

const show = (review: string, { spoilers = false, clamp = false } = {}) =>
  render(<ReviewText log={{ review, spoilers }} clamp={clamp} />)
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
    render(<ReviewText log={{ review, reviewEmphasis, spoilers: false }} />)
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
    rerender(<ReviewText log={{ review: 'She goes.', spoilers: true }} />)
    expect(body()).toBe('Spoiler, show')
  })
})

describe('an excerpt', () => {
  const excerpt = (review: string, spoilers = false) => {
    const { container } = render(<ReviewExcerpt log={{ review, spoilers }} words={4} />)
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
