import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '#shared/api/endpoint.ts'
import { addToList, createList, listMyLists } from '#shared/api/lists.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

export type OwnList = AnswerOf<typeof listMyLists>[number]

/** A film as it travels to the picker, in the state of a navigation. */
export interface ListedFilm {
  id: number
  title: string
  poster: string | null
}

/** The viewer's own lists, each telling whether it has the film. */
export const listsForFilmQuery = (filmId: number) =>
  pagedQuery({
    queryKey: ['lists', 'mine', 'film', filmId],
    limit: 48,
    load: (page, signal) => callPage(listMyLists, { query: { ...page, film: filmId }, signal }),
  })

export const addToListMutation = (queryClient: QueryClient, film: ListedFilm, listId: string) =>
  mutationOptions({
    mutationKey: ['lists', 'add', listId, film.id],
    retry: false,
    mutationFn: () => call(addToList, { params: { listId }, body: { ...film } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lists'] }),
  })

interface NewList {
  list: BodyOf<typeof createList>
  /** UUID; the same one on every try of the same list. */
  idempotencyKey: string
}

export const createListMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['lists', 'create'],
    retry: false,
    mutationFn: ({ list, idempotencyKey }: NewList) =>
      call(createList, { body: list, headers: { 'Idempotency-Key': idempotencyKey } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lists'] }),
  })
