import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StarRating } from './star-rating.tsx'

it('closes a half star along its cut and leaves the rest of it hollow', () => {
  render(<StarRating value={3.5} label="3.5 out of 5 stars" />)
  const stars = screen.getByRole('img', { name: '3.5 out of 5 stars' }).querySelectorAll('svg')
  const outlines = [...stars].map((star) =>
    [...star.querySelectorAll('path')].map((path) => path.getAttribute('d')?.endsWith('Z') ?? false),
  )
  expect(outlines).toEqual([[true], [true], [true], [false, true], [true]])
})

it('shows of each line what lies within its own shape', () => {
  render(<StarRating value={0.5} label="half a star" />)
  const numbers = (text: string | null) => text?.match(/-?\d*\.?\d+/g)?.map(Number)
  for (const path of screen.getByRole('img').querySelectorAll('path'))
    expect(numbers(path.style.clipPath)).toEqual(numbers(path.getAttribute('d')))
})

it('shows nothing for what is not rated', () => {
  const { container } = render(<StarRating value={null} label="" />)
  expect(container.childElementCount).toBe(0)
})

it.each([
  ['en', '7.0 / 10'],
  ['fr', '7,0 / 10'],
  ['ar', '7.0 / 10'],
])('says its compact form to a pointer, in %s', (language, text) => {
  document.documentElement.lang = language
  render(<StarRating value={3.5} label="stars" />)
  const stars = screen.getByRole('img', { name: 'stars' })
  expect(stars.title).toBe('')
  fireEvent.pointerEnter(stars)
  expect(stars.title).toBe(`\u2066${text}\u2069`)
})
