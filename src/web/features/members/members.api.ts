import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import {
  getMember,
  listFollowers,
  listFollowing,
  listSuggestions,
  removeFollower,
  toggleFollow,
} from '#shared/api/members.ts'
import { toggleMutation } from '#web/features/toggles/use-toggle.ts'
import { call, callPage } from '#web/lib/api.ts'
import { patchEntity } from '#web/lib/entity-cache.ts'
import { getSession, updateSessionUser } from '#web/lib/session.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export type Profile = AnswerOf<typeof getMember>

/** Members at once. */
const pageSize = 24

export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['members', userId],
    queryFn: async ({ signal }) => {
      const member = await call(getMember, { params: { userId }, signal })
      // Only one's own has these; they may have been changed elsewhere since the login.
      const { role, spoilers } = member
      const known = getSession()?.user
      if (role !== undefined && role !== known?.role) updateSessionUser({ role })
      if (spoilers !== undefined && spoilers !== known?.spoilers) updateSessionUser({ spoilers })
      return member
    },
  })

/** The loader of a screen that shows what is set in one's own profile. */
export function loadOwnProfile(args: LoaderFunctionArgs): Promise<null> | null {
  const session = getSession()
  return session && prefetch(loaderQueryClient(args).prefetchQuery(memberQuery(session.user._id)))
}

/** `limit` members whom the viewer may like to follow. One who is followed from here stays until the next load. */
export const suggestionsQuery = (viewerId: string, limit: number) =>
  queryOptions({
    queryKey: ['members', viewerId, 'suggestions', limit],
    queryFn: ({ signal }) =>
      call(listSuggestions, { params: { userId: viewerId }, query: { limit }, signal }),
    staleTime: 5 * 60_000,
  })

export const followersQuery = (userId: string) =>
  pagedQuery({
    queryKey: ['members', userId, 'followers'],
    limit: pageSize,
    load: async (query, signal) => {
      const { answer, next } = await callPage(listFollowers, { params: { userId }, query, signal })
      return { answer: answer.followers, next }
    },
  })

const followingQuery = (userId: string) =>
  pagedQuery({
    queryKey: ['members', userId, 'following'],
    limit: pageSize,
    load: async (query, signal) => {
      const { answer, next } = await callPage(listFollowing, { params: { userId }, query, signal })
      return { answer: answer.following, next }
    },
  })

/** The two lists of a member by name. */
export const followQuery = { followers: followersQuery, following: followingQuery } as const
export type FollowList = keyof typeof followQuery

/**
 * `follower` follows `followed` or no longer does: the counts are asked again. The lists only when they are
 * opened the next time: a row that was pressed stays where it is.
 */
function refreshFollow(queryClient: QueryClient, follower: string, followed: string): void {
  for (const userId of [follower, followed]) {
    void queryClient.invalidateQueries({ queryKey: memberQuery(userId).queryKey, exact: true })
  }
  for (const { queryKey } of [followingQuery(follower), followersQuery(followed)]) {
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}

export const followMutation = (queryClient: QueryClient, viewerId: string, memberId: string) =>
  toggleMutation({
    key: ['members', memberId, 'follow'],
    send: (wanted) =>
      call(toggleFollow, { params: { userId: viewerId, targetId: memberId }, query: { wanted } }),
    refresh: () => refreshFollow(queryClient, viewerId, memberId),
    onSuccess: ({ following, followersCount, requested }) => {
      const asked = requested ? (true as const) : undefined
      patchEntity(queryClient, memberId, { isFollowing: following, followersCount, requested: asked })
      refreshFollow(queryClient, viewerId, memberId)
      // Whom the viewer follows decides the feed and the periods.
      void queryClient.invalidateQueries({ queryKey: ['logs', 'feed'] })
      void queryClient.invalidateQueries({ queryKey: ['logs', 'period'] })
    },
  })

/** Makes a member stop following the viewer. */
export const removeFollowerMutation = (queryClient: QueryClient, viewerId: string, followerId: string) =>
  mutationOptions({
    mutationKey: ['members', followerId, 'remove'],
    scope: { id: `remove:${followerId}` },
    mutationFn: () => call(removeFollower, { params: { userId: viewerId, followerId } }),
    onSuccess: ({ followersCount }) => {
      patchEntity(queryClient, viewerId, { followersCount })
      patchEntity(queryClient, followerId, { followsMe: false })
      queryClient.setQueryData(memberQuery(followerId).queryKey, (member) =>
        // A second removal of the same follower is no change.
        member && member.following.includes(viewerId)
          ? {
              ...member,
              following: member.following.filter((id) => id !== viewerId),
              followingCount: member.followingCount - 1,
            }
          : member,
      )
      refreshFollow(queryClient, followerId, viewerId)
    },
    // A call whose answer was lost may be done.
    onError: () => refreshFollow(queryClient, followerId, viewerId),
  })
