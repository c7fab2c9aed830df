import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { getMember, listFollowers, toggleFollow } from '#shared/api/members.ts'
import { call } from '#web/lib/api.ts'
import { patchEntity } from '#web/lib/entity-cache.ts'

export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['members', userId],
    queryFn: ({ signal }) => call(getMember, { params: { userId }, signal }),
  })

export const followersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['members', userId, 'followers'],
    queryFn: ({ signal }) => call(listFollowers, { params: { userId }, signal }),
  })

/**
 * Follows or unfollows; the state shows only after the server said so (specification 1, section 4). Taps on
 * one member share a scope, so they reach the server one after the other.
 */
export const followMutation = (queryClient: QueryClient, viewerId: string, memberId: string) =>
  mutationOptions({
    mutationKey: ['members', memberId, 'follow'],
    scope: { id: `follow:${memberId}` },
    mutationFn: () => call(toggleFollow, { params: { userId: viewerId, targetId: memberId } }),
    onSuccess: ({ following, followersCount }) => {
      patchEntity(queryClient, memberId, { isFollowing: following, followersCount })
      // Whom the viewer follows decides the viewer's own counts, the feed and the periods.
      void queryClient.invalidateQueries({ queryKey: memberQuery(viewerId).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['logs', 'feed'] })
      void queryClient.invalidateQueries({ queryKey: ['logs', 'period'] })
    },
  })
