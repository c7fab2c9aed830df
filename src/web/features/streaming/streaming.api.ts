import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { getStreaming, updateStreaming } from '#shared/api/streaming.ts'
import { call } from '#web/lib/api.ts'

/** The services that one has. */
export const streamingQuery = () =>
  queryOptions({
    queryKey: ['streaming'],
    queryFn: ({ signal }) => call(getStreaming, { signal }),
  })

export const updateStreamingMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['streaming', 'update'],
    mutationFn: (body: BodyOf<typeof updateStreaming>) => call(updateStreaming, { body }),
    onSuccess: (choice) => {
      queryClient.setQueryData(streamingQuery().queryKey, choice)
      // Somebody in an evening has other services now.
      void queryClient.invalidateQueries({ queryKey: ['evenings'] })
    },
  })
