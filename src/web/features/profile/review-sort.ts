import { reviewSorts, type ReviewSort } from '#web/features/logs/logs.api.ts'

/** The order that an address asks for; by watched day when it names none. */
export function reviewSortOf(search: URLSearchParams): ReviewSort {
  return reviewSorts.find((sort) => sort === search.get('sort')) ?? 'watched'
}
