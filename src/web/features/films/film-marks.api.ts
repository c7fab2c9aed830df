import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { getFilmMarks, type FilmMarks } from '#shared/api/seen.ts'
import { minuteMs } from '#shared/durations.ts'
import { call } from '#web/lib/api.ts'
import { whenIdle } from '#web/lib/page-load.ts'
import { useMember } from '#web/lib/session.ts'

/** What the viewer did with a film; `rating` in stars, what it is given now. */
export interface FilmMark {
  seen: boolean
  rating: number | null
  watchlist: boolean
  favourite: boolean
}

const noMark: FilmMark = { seen: false, rating: null, watchlist: false, favourite: false }

function byFilm({ seen, watchlist, favourites }: FilmMarks): ReadonlyMap<number, FilmMark> {
  const marks = new Map<number, FilmMark>()
  const add = (filmId: number, mark: Partial<FilmMark>) =>
    marks.set(filmId, { ...noMark, ...marks.get(filmId), ...mark })
  for (const [filmId, rating] of seen) add(filmId, { seen: true, rating })
  for (const filmId of watchlist) add(filmId, { watchlist: true })
  for (const filmId of favourites) add(filmId, { favourite: true })
  return marks
}

const marksKey = ['film-marks']

const readMarks = async (userId: string, signal: AbortSignal) =>
  byFilm(await call(getFilmMarks, { params: { userId }, signal }))

/** All films on which the viewer left a mark: asked for once, then kept by what the viewer does. */
export const filmMarksQuery = (userId: string) =>
  queryOptions({
    queryKey: [...marksKey, userId],
    queryFn: async ({ signal }) => {
      // What the screen itself shows comes first.
      await new Promise<void>((resolve) => whenIdle(resolve))
      return readMarks(userId, signal)
    },
    // For what happened on another device.
    staleTime: 10 * minuteMs,
    structuralSharing: false,
  })

/** Asks for them beside what the screen shows, where it asks for little else. */
export const prefetchFilmMarks = (queryClient: QueryClient, userId: string): Promise<void> =>
  queryClient.prefetchQuery({
    ...filmMarksQuery(userId),
    queryFn: ({ signal }) => readMarks(userId, signal),
  })

/** The viewer's own mark on a film; without any while it is not known. */
export function useFilmMark(filmId: number): FilmMark {
  const userId = useMember()?._id ?? ''
  const { data } = useQuery({
    ...filmMarksQuery(userId),
    enabled: userId !== '',
    select: (marks) => marks.get(filmId),
  })
  return data ?? noMark
}

/** How many of some films the viewer saw; null while that is not known. */
export function useSeenCount(films: readonly { id: number }[]): number | null {
  const userId = useMember()?._id ?? ''
  const { data } = useQuery({ ...filmMarksQuery(userId), enabled: userId !== '' })
  return data ? films.filter(({ id }) => data.get(id)?.seen).length : null
}

/** Shows what the viewer just did with a film, on every poster of it. */
export function patchFilmMark(queryClient: QueryClient, filmId: number, patch: Partial<FilmMark>): void {
  const filters = { queryKey: marksKey }
  queryClient.setQueriesData<ReadonlyMap<number, FilmMark>>(
    filters,
    (marks) => marks && new Map(marks).set(filmId, { ...(marks.get(filmId) ?? noMark), ...patch }),
  )
  // An answer on its way may be of before.
  if (queryClient.isFetching(filters) > 0) void queryClient.invalidateQueries(filters)
}

/** Asks again for all of them, where it is not known what became of a change. */
export const refreshFilmMarks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: marksKey })
