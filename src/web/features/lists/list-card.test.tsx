import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { ListCard as Card } from '#shared/api/lists.ts'
import { ListCard } from './list-card.tsx'

function show(patch: Partial<Card> = {}) {
  const list: Card = {
    _id: '018f0000-0000-7000-8000-000000000001',
    title: 'Doors',
    description: '',
    coverImage: null,
    posters: [],
    filmsCount: 0,
    isPrivate: false,
    isRanked: false,
    user: { _id: '018f0000-0000-7000-8000-000000000002', username: 'omar_k', avatar: null },
    likes: [],
    likeCount: 31,
    likedByMe: false,
    savedByMe: false,
    createdAt: '2026-01-01T00:00:00Z',
    ...patch,
  }
  const element = <ListCard list={list} />
  const { container } = render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element }], { initialEntries: ['/'] })} />,
  )
  const pictures = [...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
  return {
    card: screen.getByRole('link'),
    pictures,
    locked: container.querySelector('.lucide-lock') !== null,
  }
}

const posters = [1, 2, 3, 4, 5].map((n) => `/t/p/w500/poster${n}.jpg`)

it('opens its list and says all that it shows', () => {
  const { card, locked } = show()
  expect(card.getAttribute('href')).toBe('/list/018f0000-0000-7000-8000-000000000001')
  expect(card.textContent).toContain('Doors, list by omar_k, 31 likes')
  expect(card.textContent).toContain('@omar_k')
  expect(locked).toBe(false)
})

it('tells private lists by word and lock', () => {
  const { card, locked } = show({ isPrivate: true, likeCount: 1 })
  expect(card.textContent).toContain('Doors, list by omar_k, 1 like, private')
  expect(locked).toBe(true)
})

it('calls a missing author unknown', () => {
  const { card } = show({ user: { _id: '018f0000-0000-7000-8000-000000000002', username: '', avatar: null } })
  expect(card.textContent).toContain('@unknown')
})

it('shows the cover, else four posters, else the default picture', () => {
  expect(show({ coverImage: '/media/cover.webp', posters }).pictures).toEqual(['/media/cover.webp'])
})

it('shows the first four posters without a cover', () => {
  expect(show({ posters }).pictures).toEqual(posters.slice(0, 4))
})

it('shows the default picture without any', () => {
  expect(show().pictures).toEqual([expect.stringContaining('default-backdrop')])
})
