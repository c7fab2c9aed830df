import { mutationOptions, queryOptions, useMutationState, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  createEvening,
  endEvening,
  getEvening,
  inviteToEvening,
  joinEvening,
  leaveEvening,
  listEvenings,
  markEveningWatched,
  repeatEvening,
  startEvening,
  updateEvening,
  voteEvening,
  type Evening,
  type Vote,
} from '#shared/api/evenings.ts'
import { listMyLists } from '#shared/api/lists.ts'
import { ApiError, call } from '#web/lib/api.ts'

/** Milliseconds: guests have no live connection, and members may have lost theirs. */
const lookMs = 3000

/** How often an answer that the network lost is sent again. */
const maxTries = 3

interface Answer {
  movieId: number
  vote: Vote
  veto: boolean
}

const voteKey = (code: string) => ['evenings', code, 'vote']

function withAnswer<Shown extends Evening | null | undefined>(
  evening: Shown,
  { movieId, vote, veto }: Answer,
) {
  return (
    evening && {
      ...evening,
      cards: evening.cards.map((card) =>
        card.id === movieId ? { ...card, vote: veto ? ('no' as const) : vote, isVeto: veto } : card,
      ),
    }
  )
}

export const eveningQuery = (code: string) =>
  queryOptions({
    queryKey: ['evenings', code],
    queryFn: async ({ signal, client }): Promise<Evening | null> => {
      const { evening } = await call(getEvening, { params: { code }, signal })
      // The server has not heard of answers that are still on their way.
      return client
        .getMutationCache()
        .findAll({ mutationKey: voteKey(code), status: 'pending' })
        .reduce((shown, { state }) => withAnswer(shown, state.variables as Answer), evening)
    },
    // What is over stays so.
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
    refetchInterval: ({ state }) => (state.data ? lookMs : false),
  })

export const joinedQuery = () =>
  queryOptions({
    queryKey: ['evenings'],
    queryFn: ({ signal }) => call(listEvenings, { signal }),
  })

/** One's own, to choose films from. */
export const listsToChooseFromQuery = () =>
  queryOptions({
    queryKey: ['lists', 'mine', 'evening'],
    queryFn: ({ signal }) => call(listMyLists, { query: { limit: 100 }, signal }),
  })

/** All that changes an evening answers how it stands then. */
function changing<Input>(
  queryClient: QueryClient,
  code: string,
  name: string,
  mutationFn: (input: Input) => Promise<Evening>,
) {
  const { queryKey } = eveningQuery(code)
  return mutationOptions({
    mutationKey: [...queryKey, name],
    // One at a time and in order, also those that waited for a network.
    scope: { id: `evening ${code}` },
    mutationFn,
    onSuccess: (evening) => queryClient.setQueryData(queryKey, evening),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

export const joinEveningMutation = (queryClient: QueryClient, code: string) =>
  changing(queryClient, code, 'join', (name: string | undefined) =>
    call(joinEvening, { params: { code }, body: name === undefined ? {} : { name } }),
  )

export const updateEveningMutation = (queryClient: QueryClient, code: string) =>
  changing(queryClient, code, 'update', (body: BodyOf<typeof updateEvening>) =>
    call(updateEvening, { params: { code }, body }),
  )

export const startEveningMutation = (queryClient: QueryClient, code: string) =>
  changing(queryClient, code, 'start', () => call(startEvening, { params: { code } }))

export const endEveningMutation = (queryClient: QueryClient, code: string) =>
  changing(queryClient, code, 'end', () => call(endEvening, { params: { code } }))

export const repeatEveningMutation = (queryClient: QueryClient, code: string) =>
  changing(queryClient, code, 'again', () => call(repeatEvening, { params: { code } }))

export const markWatchedMutation = (queryClient: QueryClient, code: string) =>
  changing(queryClient, code, 'watched', (movieId: number) =>
    call(markEveningWatched, { params: { code }, body: { movieId } }),
  )

export const leaveEveningMutation = (code: string) =>
  mutationOptions({
    mutationKey: ['evenings', code, 'leave'],
    mutationFn: () => call(leaveEvening, { params: { code } }),
  })

/** Shown at once; without a network it waits for as long as the page is open, and is sent then. */
export const voteMutation = (queryClient: QueryClient, code: string) => {
  const { queryKey } = eveningQuery(code)
  return mutationOptions({
    mutationKey: voteKey(code),
    scope: { id: `evening ${code}` },
    networkMode: 'online',
    retry: (count, error) => error instanceof ApiError && error.status === 0 && count < maxTries,
    mutationFn: ({ movieId, ...body }: Answer) => call(voteEvening, { params: { code, movieId }, body }),
    onMutate: async (answer) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (evening) => withAnswer(evening, answer))
    },
    onSettled: () => {
      // The last of several that are under way tells how it stands.
      if (queryClient.isMutating({ mutationKey: voteKey(code) }) === 1)
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

const inviteKey = (code: string) => ['evenings', code, 'invite']

export const inviteMutation = (code: string) =>
  mutationOptions({
    mutationKey: inviteKey(code),
    mutationFn: (memberId: string) => call(inviteToEvening, { params: { code, memberId } }),
    // Whom one asked is read from it.
    gcTime: Infinity,
  })

/** Whom one asked here. */
export const useAsked = (code: string): ReadonlySet<string> =>
  new Set(
    useMutationState({
      filters: { mutationKey: inviteKey(code), status: 'success' },
      select: ({ state }) => state.variables as string,
    }),
  )

interface NewEvening extends BodyOf<typeof createEvening> {
  /** Who is asked at once. */
  friends: readonly string[]
}

/** Answers also how many of the friends could not be asked. */
export const createEveningMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['evenings', 'create'],
    mutationFn: async ({ friends, ...body }: NewEvening) => {
      const evening = await call(createEvening, { body })
      const invite = (id: string) =>
        queryClient.getMutationCache().build(queryClient, inviteMutation(evening.code)).execute(id)
      const asked = await Promise.allSettled(friends.map(invite))
      return { evening, missed: asked.filter(({ status }) => status === 'rejected').length }
    },
    onSuccess: ({ evening }) => queryClient.setQueryData(eveningQuery(evening.code).queryKey, evening),
  })
