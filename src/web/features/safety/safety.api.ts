import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  blockMember,
  getSafety,
  muteFilm,
  muteMember,
  muteWord,
  unblockMember,
  unmuteFilm,
  unmuteMember,
  unmuteWord,
} from '#shared/api/safety.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { call } from '#web/lib/api.ts'

export const safetyQuery = (viewerId: string) =>
  queryOptions({
    queryKey: ['safety', viewerId],
    queryFn: ({ signal }) => call(getSafety, { params: { userId: viewerId }, signal }),
  })

/** Anything on any screen may be hidden, or shown, from now on. */
const refreshAll = (queryClient: QueryClient) => void queryClient.invalidateQueries()

export const blockMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'block'],
    mutationFn: (targetId: string) => call(blockMember, { params: { userId: viewerId, targetId } }),
    onSuccess: (_, targetId) => {
      queryClient.removeQueries({ queryKey: memberQuery(targetId).queryKey })
      refreshAll(queryClient)
    },
  })

export const unblockMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'unblock'],
    mutationFn: (targetId: string) => call(unblockMember, { params: { userId: viewerId, targetId } }),
    onSuccess: () => refreshAll(queryClient),
  })

export const muteMutation = (queryClient: QueryClient, viewerId: string, targetId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'mute', targetId],
    mutationFn: (body: BodyOf<typeof muteMember>) =>
      call(muteMember, { params: { userId: viewerId, targetId }, body }),
    onSuccess: () => refreshAll(queryClient),
  })

export const unmuteMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'unmute'],
    mutationFn: (targetId: string) => call(unmuteMember, { params: { userId: viewerId, targetId } }),
    onSuccess: () => refreshAll(queryClient),
  })

export const muteWordMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'mute-word'],
    mutationFn: (word: string) => call(muteWord, { params: { userId: viewerId }, body: { word } }),
    onSuccess: () => refreshAll(queryClient),
  })

export const unmuteWordMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'unmute-word'],
    mutationFn: (word: string) => call(unmuteWord, { params: { userId: viewerId }, query: { word } }),
    onSuccess: () => refreshAll(queryClient),
  })

export const muteFilmMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'mute-film'],
    mutationFn: ({ filmId, untilSeen }: { filmId: number; untilSeen: boolean }) =>
      call(muteFilm, { params: { userId: viewerId, movieId: filmId }, body: { untilSeen } }),
    onSuccess: () => refreshAll(queryClient),
  })

export const unmuteFilmMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    mutationKey: ['safety', 'unmute-film'],
    mutationFn: (filmId: number) => call(unmuteFilm, { params: { userId: viewerId, movieId: filmId } }),
    onSuccess: () => refreshAll(queryClient),
  })
