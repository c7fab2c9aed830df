import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getList } from '#shared/api/lists.ts'
import { listMutuals } from '#shared/api/members.ts'
import { shareFilm, shareList, shareLog } from '#shared/api/sharing.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import type { ListDetail } from '#web/features/lists/lists.api.ts'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

/** What can be suggested to friends; `id` as the address spells it. */
export interface ShareTarget {
  type: 'movie' | 'log' | 'list'
  id: string
}

interface SharedContent {
  title: string
  poster: string | null
  posterOverride: string | null
  /** The author of a review or a list. */
  author: string | null
  /** What the cover of a list is drawn from. */
  cover: Pick<ListDetail, 'coverImage' | 'posters'> | null
}

/** What is shared, as its own screen knows it. */
export const sharedQuery = ({ type, id }: ShareTarget) =>
  queryOptions({
    queryKey: ['sharing', type, id],
    queryFn: async ({ client }): Promise<SharedContent> => {
      if (type === 'movie') {
        const { title, poster, posterOverride } = await client.fetchQuery(filmQuery(Number(id)))
        return { title, poster, posterOverride, author: null, cover: null }
      }
      if (type === 'log') {
        const { title, poster, posterOverride, user } = await client.fetchQuery(logQuery(id))
        return { title, poster, posterOverride, author: user.username, cover: null }
      }
      const { title, isPrivate, user, coverImage, posters } = await call(getList, {
        params: { listId: id },
        query: { limit: 1 },
      })
      return {
        // A private list cannot be shared: like anything without a title.
        title: isPrivate ? '' : title,
        poster: null,
        posterOverride: null,
        author: user.username,
        cover: { coverImage, posters },
      }
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
export const shareMutation = ({ type, id }: ShareTarget) =>
  mutationOptions({
    mutationKey: ['sharing', type, id],
    retry: false,
    mutationFn: async ({ fromUserId, friends }: Suggestion): Promise<string[]> => {
      const groups = type === 'movie' ? friends.map((friend) => [friend]) : chunks(friends, recipientsAtOnce)
      const missed: string[] = []
      // One after the other: a long list must not use up what a member may send in a minute at once.
      for (const group of groups) {
        try {
          await suggest[type](id, group, fromUserId)
        } catch {
          missed.push(...group)
        }
      }
      return missed
    },
  })

const suggest: Record<ShareTarget['type'], (id: string, to: string[], from: string) => Promise<unknown>> = {
  movie: (id, [userId = ''], fromUserId) =>
    call(shareFilm, { params: { userId }, body: { fromUserId, movieId: Number(id) } }),
  log: (logId, recipients) => call(shareLog, { params: { logId }, body: { recipients } }),
  list: (listId, recipients) => call(shareList, { params: { listId }, body: { recipients } }),
}

function chunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}
