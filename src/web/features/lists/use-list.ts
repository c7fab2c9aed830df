import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { WindowPages } from '#web/features/paging/paged-list.tsx'
import { listQuery, type ListDetail } from './lists.api.ts'

/** A list with those of its films that were loaded so far, and the way to the next ones. */
export function useList(listId: string) {
  const { data, ...pages } = useInfiniteQuery(listQuery(listId))
  const { refetch, dataUpdatedAt } = pages
  const windows = useMemo(() => data?.pages.map(({ answer }) => answer), [data])
  const list = useMemo(() => windows && joined(windows), [windows])
  // It changed between two windows: what stands in neither is found by asking for all of them again.
  const isTorn = windows?.some(({ updatedAt }) => updatedAt !== windows[0]?.updatedAt) ?? false
  const tornAt = isTorn ? dataUpdatedAt : null
  useEffect(() => {
    if (tornAt !== null) void refetch()
  }, [tornAt, refetch])
  return { list, pages }
}

/** What shows the films of a list: those that are there, and the others once one comes near them. */
export interface ListFilmsProps {
  list: ListDetail
  pages: WindowPages
}

/** A film that moved from one window to another shows once. */
function joined(windows: readonly ListDetail[]): ListDetail | undefined {
  const [first] = windows
  if (!first) return undefined
  const films = windows.flatMap(({ movies }) => movies)
  return { ...first, movies: [...new Map(films.map((film) => [film.id, film])).values()] }
}
