import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { createFeed, listFeeds, revokeFeed } from '#shared/api/feeds.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/lib/api.ts'

export const feedsQuery = () =>
  queryOptions({ queryKey: ['feeds'], queryFn: ({ signal }) => call(listFeeds, { signal }) })

const refresh = (queryClient: QueryClient) => () =>
  queryClient.invalidateQueries({ queryKey: feedsQuery().queryKey })

export const createFeedMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['feeds', 'create'],
    mutationFn: (body: BodyOf<typeof createFeed>) => call(createFeed, { body }),
    onSettled: refresh(queryClient),
  })

export const revokeFeedMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['feeds', 'revoke'],
    mutationFn: (feedId: string) => call(revokeFeed, { params: { feedId } }),
    onSettled: refresh(queryClient),
  })
