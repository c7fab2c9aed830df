import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { getAudiences, updateAudience } from '#shared/api/audiences.ts'
import { call } from '#web/lib/api.ts'

export const audiencesQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['audiences', memberId],
    queryFn: ({ signal }) => call(getAudiences, { params: { userId: memberId }, signal }),
  })

/** What there is on any screen may be for others from now on. */
export const updateAudienceMutation = (queryClient: QueryClient, memberId: string) =>
  mutationOptions({
    mutationKey: ['audiences', 'update'],
    mutationFn: (body: BodyOf<typeof updateAudience>) =>
      call(updateAudience, { params: { userId: memberId }, body }),
    onSuccess: (choices) => {
      queryClient.setQueryData(audiencesQuery(memberId).queryKey, choices)
      void queryClient.invalidateQueries()
    },
    // A call whose answer was lost may be done.
    onError: () => void queryClient.invalidateQueries(),
  })
