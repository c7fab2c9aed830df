import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { deleteList, likeList, readList, saveList } from '#shared/api/lists.ts'
import { toggleMutation } from '#web/features/toggles/use-toggle.ts'
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

export const likeListMutation = (queryClient: QueryClient, listId: string) =>
  toggleMutation({
    key: ['lists', 'like', listId],
    send: () => call(likeList, { params: { listId } }),
    onSuccess: ({ liked, likeCount, likes }) => {
      patchEntity(queryClient, listId, { likedByMe: liked, likeCount, likes })
      void queryClient.invalidateQueries({ queryKey: ['lists', 'popular'] })
    },
  })

/** Saves another member's list, or takes it off those saved. */
export const saveListMutation = (queryClient: QueryClient, listId: string) =>
  toggleMutation({
    key: ['lists', 'save', listId],
    send: () => call(saveList, { params: { listId } }),
    show: async (savedByMe) => {
      await queryClient.cancelQueries({ queryKey: listQuery(listId).queryKey })
      patchEntity(queryClient, listId, { savedByMe })
    },
    onSuccess: ({ saved, saveCount }) => patchEntity(queryClient, listId, { savedByMe: saved, saveCount }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['lists', 'saved'] })
    },
  })

export const deleteListMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['lists', 'delete'],
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
