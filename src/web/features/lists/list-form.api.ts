import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { changeList } from '#shared/api/lists.ts'
import { uploadListCover } from '#shared/api/media.ts'
import { call } from '#web/lib/api.ts'
import { patchEntity } from '#web/lib/entity-cache.ts'
import { listQuery } from './list.api.ts'

/** Gives the address of the uploaded cover. */
export async function sendCover(image: File): Promise<string> {
  const { url } = await call(uploadListCover, { files: { image } })
  return url
}

export const changeListMutation = (queryClient: QueryClient, listId: string) =>
  mutationOptions({
    mutationKey: ['lists', 'change', listId],
    mutationFn: (changes: BodyOf<typeof changeList>) =>
      call(changeList, { params: { listId }, body: changes }),
    onSuccess: (list) => {
      const { queryKey } = listQuery(listId)
      queryClient.setQueryData(queryKey, list)
      const { title, description, coverImage, posters, filmsCount, isPrivate, isRanked } = list
      const card = { title, description, coverImage, posters, filmsCount, isPrivate, isRanked }
      patchEntity(queryClient, listId, card)
      // Which lists hold it, and in which place, may be others now.
      void queryClient.invalidateQueries({
        queryKey: ['lists'],
        predicate: (query) => query.queryKey[2] !== listId,
      })
    },
  })
