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

/** Anything on any screen may be hidden, or shown, from now on; after a lost answer too. */
const change = <Input, Answer>(
  queryClient: QueryClient,
  name: string,
  mutationFn: (input: Input) => Promise<Answer>,
) =>
  mutationOptions({
    mutationKey: ['safety', name],
    mutationFn,
    onSettled: () => void queryClient.invalidateQueries(),
  })

interface Block {
  targetId: string
  /** Leaves a screen of the member's own, which is not there any more: else it would say so before it goes. */
  leave?: (() => void | Promise<void>) | undefined
}

export const blockMutation = (queryClient: QueryClient, viewerId: string) =>
  mutationOptions({
    ...change(queryClient, 'block', async ({ targetId, leave }: Block) => {
      await call(blockMember, { params: { userId: viewerId, targetId } })
      await leave?.()
      queryClient.removeQueries({ queryKey: memberQuery(targetId).queryKey })
    }),
    onSettled: (_answer, error, { targetId, leave }) => {
      // What is left is not asked for again: it would not be found.
      const isLeft = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        leave !== undefined && error === null && queryKey.includes(targetId)
      void queryClient.invalidateQueries({ predicate: isLeft, refetchType: 'none' })
      void queryClient.invalidateQueries({ predicate: (query) => !isLeft(query) })
    },
  })

export const unblockMutation = (queryClient: QueryClient, viewerId: string) =>
  change(queryClient, 'unblock', (targetId: string) =>
    call(unblockMember, { params: { userId: viewerId, targetId } }),
  )

export const muteMutation = (queryClient: QueryClient, viewerId: string, targetId: string) =>
  change(queryClient, 'mute', (body: BodyOf<typeof muteMember>) =>
    call(muteMember, { params: { userId: viewerId, targetId }, body }),
  )

export const unmuteMutation = (queryClient: QueryClient, viewerId: string) =>
  change(queryClient, 'unmute', (targetId: string) =>
    call(unmuteMember, { params: { userId: viewerId, targetId } }),
  )

export const muteWordMutation = (queryClient: QueryClient, viewerId: string) =>
  change(queryClient, 'mute-word', (word: string) =>
    call(muteWord, { params: { userId: viewerId }, body: { word } }),
  )

export const unmuteWordMutation = (queryClient: QueryClient, viewerId: string) =>
  change(queryClient, 'unmute-word', (word: string) =>
    call(unmuteWord, { params: { userId: viewerId }, query: { word } }),
  )

export const muteFilmMutation = (queryClient: QueryClient, viewerId: string) =>
  change(queryClient, 'mute-film', ({ filmId, untilSeen }: { filmId: number; untilSeen: boolean }) =>
    call(muteFilm, { params: { userId: viewerId, movieId: filmId }, body: { untilSeen } }),
  )

export const unmuteFilmMutation = (queryClient: QueryClient, viewerId: string) =>
  change(queryClient, 'unmute-film', (filmId: number) =>
    call(unmuteFilm, { params: { userId: viewerId, movieId: filmId } }),
  )
