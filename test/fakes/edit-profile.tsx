import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Outlet } from 'react-router'
import type { FakeRequest } from '#test/fakes/web-api.ts'
import { BackdropChooser } from '#web/features/edit-profile/backdrop-chooser.tsx'
import { EditProfile } from '#web/features/edit-profile/edit-profile.tsx'
import { renderRoutes } from './screen.tsx'
import { signInAs } from './session.ts'

export const me = '018f0000-0000-7000-8000-000000000001'

export const favourite = (id: number, title: string) => ({
  tmdbId: id,
  id,
  title,
  poster_path: null,
  poster: null,
})

export const profile = {
  _id: me,
  id: me,
  username: 'layla',
  name: 'Layla',
  avatar: '/media/old.webp',
  bio: 'Aisle seat.',
  profileBackdrop: null as string | null,
  backdrop: null as string | null,
  followers: [],
  following: [],
  followersCount: 2,
  followingCount: 3,
  filmsCount: 4,
  isFollowing: false,
  followsMe: false,
  favoriteFilms: [favourite(1, 'Salt Harbour'), favourite(2, 'The Last Well')],
  socials: { X: 'layla', website: 'https://example.org' },
  createdAt: '2026-01-01T00:00:00.000Z',
  email: 'layla@example.org',
  emailVerified: false,
  recentGifs: [],
  discoverable: true,
  searchEngines: false,
  lesserKnownFilms: false,
  scheduledExport: 'never',
  exportDelivery: 'off',
  welcomed: true,
}

export const found = (id: number, title: string, backdrop: string | null = null) => ({
  id,
  title,
  original_title: title,
  overview: '',
  poster_path: `/p${id}.jpg`,
  backdrop_path: backdrop,
  poster: `/t/p/w500/p${id}.jpg`,
  release_date: '2011-05-01',
  vote_average: 8,
  vote_count: 100,
  original_language: 'en',
  genre_ids: [],
  adult: false,
})

export const answers = (results: object[]) => () => ({ results, page: 1, total_pages: 1 })

export const getMe = `GET /api/users/${me}`
export const patchMe = `PATCH /api/users/${me}`
export const uploadMine = `POST /api/upload/${me}/upload-avatar`

function Frame() {
  return (
    <main>
      <Link to="/trending">elsewhere</Link>
      <Outlet />
    </main>
  )
}

export async function show({ path = '/edit-profile', before = '/settings' } = {}) {
  const shown = renderRoutes(
    [
      {
        element: <Frame />,
        children: [
          { path: '/edit-profile', element: <EditProfile userId={me} /> },
          { path: '/choose-backdrop', element: <BackdropChooser userId={me} /> },
          { path: '*', element: <p>another screen</p> },
        ],
      },
    ],
    before,
    path,
  )
  if (path === '/edit-profile') await screen.findByRole('button', { name: 'Save' })
  return { ...shown, at: () => shown.router.state.location.pathname }
}

export const signIn = () => signInAs({ ...profile, token: 'abc' })

export const bio = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const save = () => userEvent.click(button('Save'))
export const sent = (requests: FakeRequest[], route: string) =>
  requests.filter((request) => request.route === route)

export async function type(element: HTMLElement, text: string) {
  await userEvent.clear(element)
  if (text !== '') await userEvent.type(element, text)
}

export const favouriteTitles = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
