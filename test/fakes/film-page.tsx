import { screen } from '@testing-library/react'
import { Outlet, type RouteObject } from 'react-router'
import type { Log } from '#shared/api/logs.ts'
import { fakeApi } from '#test/fakes/web-api.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { RealtimeContext, type Realtime } from '#web/lib/realtime.ts'
import * as page from '#web/pages/film.page.tsx'
import { renderRoutes } from './screen.tsx'

export { me, signInAsLayla } from './session.ts'

/** UUIDs by a hexadecimal digit. */
export const uuid = (digit: string) => `018f0000-0000-7000-8000-00000000000${digit}`

export const member = (digit: string, username: string) => ({ _id: uuid(digit), username, avatar: null })

/** The answer of a film's page; nothing is known of the film but its name. */
export function filmPage(overrides: Partial<FilmPage> = {}): FilmPage {
  return {
    id: 7,
    title: 'Salt Harbour',
    original_title: 'Salt Harbour',
    overview: '',
    poster_path: '/p0.jpg',
    backdrop_path: null,
    poster: '/t/p/w500/p0.jpg',
    release_date: '2011-05-04',
    vote_average: 7,
    vote_count: 70,
    original_language: 'en',
    genre_ids: [],
    adult: false,
    tagline: '',
    runtime: 0,
    imdb_id: null,
    genres: [],
    origin_country: [],
    overviewCredit: null,
    sourceMissing: false,
    sourceDown: false,
    logo_path: null,
    backdrops: [],
    cast: [],
    directors: [],
    writers: [],
    composers: [],
    cinematographers: [],
    trailer: null,
    similar: [],
    collection: null,
    keywords: [],
    production_countries: [],
    local: { region: 'US', certification: '', releases: [] },
    providers: {},
    offerRegions: [],
    stats: { logs: 0, ratings: 0, average: null, byRating: Array.from({ length: 10 }, () => 0) },
    lists: { count: 0, hasMore: false },
    friends: [],
    friendsCount: 0,
    friendsRatings: { ratings: 0, average: null },
    popularReviews: [],
    posterOverride: null,
    inWatchlist: false,
    isFavorite: false,
    isInFour: false,
    myLogs: [],
    ...overrides,
  }
}

export function filmLog(overrides: Partial<Log> = {}): Log {
  return {
    _id: uuid('a'),
    user: member('2', 'omar'),
    movie: {
      id: 7,
      title: 'Salt Harbour',
      poster: '/t/p/w500/p0.jpg',
      poster_path: '/p0.jpg',
      backdrop_path: null,
      release_date: '2011-05-04',
      runtime: 104,
      posterOverride: null,
    },
    tmdbId: 7,
    title: 'Salt Harbour',
    poster: '/t/p/w500/p0.jpg',
    posterOverride: null,
    customPoster: null,
    rating: 3.5,
    review: '',
    rewatch: false,
    rewatchCount: 0,
    watchedAt: null,
    createdAt: new Date().toISOString(),
    gif: null,
    gifDetails: null,
    image: null,
    spoilers: false,
    seenOnly: false,
    tags: [],
    backdrop: null,
    customBackdrop: null,
    reviewBackdrop: null,
    isFavorite: false,
    likes: [],
    likeCount: 0,
    likedByMe: false,
    replyCount: 0,
    ...overrides,
  }
}

/** A page at its address, with toasts and questions; every other address reads "elsewhere". */
export function showPage(
  route: RouteObject,
  path: string | { pathname: string; state?: unknown },
  realtime: Realtime | null = null,
) {
  const live = (
    <RealtimeContext value={realtime}>
      <main>
        <Outlet />
      </main>
    </RealtimeContext>
  )
  return renderRoutes([{ element: live, children: [route] }], '/before', path)
}

/** Opens the page of the film and waits until it is there. */
export async function showFilm(
  film: Partial<FilmPage> = {},
  answers: Parameters<typeof fakeApi>[0] = {},
  search = '',
) {
  const requests = fakeApi({ 'GET /api/movies/7': () => filmPage(film), ...answers })
  const shown = showPage({ path: '/movie/:id', ...page }, `/movie/7${search}`)
  // Behind an open editor the rest is hidden.
  await screen.findByRole('heading', { level: 1, name: 'Salt Harbour', hidden: true })
  return { requests, ...shown }
}
