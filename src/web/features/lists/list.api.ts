import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { deleteList, likeList, readList, saveList } from '#shared/api/lists.ts'
import { call } from '#web/lib/api.ts'
import { patchEntity, removeEntity } from '#web/lib/entity-cache.ts'

export type { ListDetail, ListFilm } from '#shared/api/lists.ts'

/** A list with all its films. */
export const listQuery = (listId: string) =>
  queryOptions({
    queryKey: ['lists', 'one', listId],
    queryFn: ({ signal }) => call(readList, { params: { listId }, signal }),
    // A film of it that was logged meanwhile is marked on the way back.
    staleTime: 5_000,
  })

/**
 * The like shows only after the server said so (specification 2, section 4). Taps on one list share a scope,
 * so they reach the server one after the other.
 */
export const likeListMutation = (queryClient: QueryClient, listId: string) =>
  mutationOptions({
    mutationKey: ['lists', 'like', listId],
    scope: { id: `list-like:${listId}` },
    mutationFn: () => call(likeList, { params: { listId } }),
    onSuccess: ({ liked, likeCount, likes }) => {
      patchEntity(queryClient, listId, { likedByMe: liked, likeCount, likes })
      void queryClient.invalidateQueries({ queryKey: ['lists', 'popular'] })
    },
  })

/** Shows the wanted state at once and goes back when the call fails. */
export const saveListMutation = (queryClient: QueryClient, listId: string) =>
  mutationOptions({
    mutationKey: ['lists', 'save', listId],
    scope: { id: `list-save:${listId}` },
    mutationFn: (_wanted: boolean) => call(saveList, { params: { listId } }),
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey: listQuery(listId).queryKey })
      patchEntity(queryClient, listId, { savedByMe: wanted })
    },
    onSuccess: ({ saved, saveCount }) => patchEntity(queryClient, listId, { savedByMe: saved, saveCount }),
    onError: (_error, wanted) => patchEntity(queryClient, listId, { savedByMe: !wanted }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['lists', 'saved'] })
    },
  })

export const deleteListMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (listId: string) => call(deleteList, { params: { listId } }),
    onSuccess: (_, listId) => {
      removeEntity(queryClient, listId)
      void queryClient.invalidateQueries({
        queryKey: ['lists'],
        predicate: ({ queryKey }) => queryKey[2] !== listId,
      })
      // Still on screen for a moment: asking for it again could only fail.
      void queryClient.invalidateQueries({ queryKey: listQuery(listId).queryKey, refetchType: 'none' })
      // Those about it went with it.
      void queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
  })
