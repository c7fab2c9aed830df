import { render, screen } from '@testing-library/react'
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

it('shows nothing for what is not rated', () => {
  const { container } = render(<StarRating value={null} label="" />)
  expect(container.childElementCount).toBe(0)
})
