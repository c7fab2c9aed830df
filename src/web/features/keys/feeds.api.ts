import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createFeed, listFeeds, revokeFeed } from '#shared/api/feeds.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { changeOf } from '#web/lib/change-of.ts'

export const feedsQuery = () =>
  queryOptions({ queryKey: ['feeds'], queryFn: ({ signal }) => call(listFeeds, { signal }) })

export const createFeedMutation = (queryClient: QueryClient) =>
  changeOf(queryClient, feedsQuery().queryKey, 'create', (body: BodyOf<typeof createFeed>) =>
    call(createFeed, { body }),
  )

export const revokeFeedMutation = (queryClient: QueryClient) =>
  changeOf(queryClient, feedsQuery().queryKey, 'revoke', (feedId: string) =>
    call(revokeFeed, { params: { feedId } }),
  )
