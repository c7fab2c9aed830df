import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { listMutuals } from '#shared/api/members.ts'
import { shareFilm, shareLog } from '#shared/api/sharing.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

/** What can be suggested to friends; `id` as the address spells it. */
export interface Shared {
  type: 'movie' | 'log'
  id: string
}

export interface SharedThing {
  title: string
  poster: string | null
  posterOverride: string | null
  /** The author of a review. */
  author: string | null
}

/** What is shared, as its own screen knows it. */
export const sharedQuery = ({ type, id }: Shared) =>
  queryOptions({
    queryKey: ['sharing', type, id],
    queryFn: async ({ client }): Promise<SharedThing> => {
      if (type === 'movie') {
        const { title, poster, posterOverride } = await client.fetchQuery(filmQuery(Number(id)))
        return { title, poster, posterOverride, author: null }
      }
      const { title, poster, posterOverride, user } = await client.fetchQuery(logQuery(id))
      return { title, poster, posterOverride, author: user.username }
    },
  })

/** Members whom one follows and who follow back. */
export const mutualsQuery = (userId: string) =>
  pagedQuery({
    queryKey: ['members', userId, 'mutuals'],
    limit: 48,
    load: (query, signal) => callPage(listMutuals, { params: { userId }, query, signal }),
  })

interface Suggestion {
  fromUserId: string
  friends: string[]
}

/** Recipients of one call (the contract's bound). */
const recipientsAtOnce = 100

/** Answers the friends whom the suggestion did not reach. */
export const shareMutation = ({ type, id }: Shared) =>
  mutationOptions({
    mutationKey: ['sharing', type, id],
    retry: false,
    mutationFn: async ({ fromUserId, friends }: Suggestion): Promise<string[]> => {
      const groups = type === 'log' ? chunks(friends, recipientsAtOnce) : friends.map((friend) => [friend])
      const missed: string[] = []
      // One after the other: a long list must not use up what a member may send in a minute at once.
      for (const group of groups) {
        try {
          await (type === 'log'
            ? call(shareLog, { params: { logId: id }, body: { recipients: group } })
            : call(shareFilm, {
                params: { userId: group[0] ?? '' },
                body: { fromUserId, movieId: Number(id) },
              }))
        } catch {
          missed.push(...group)
        }
      }
      return missed
    },
  })

function chunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}
