import type { QueryClient } from '@tanstack/react-query'
import { getList, toggleListLike } from '#shared/api/lists.ts'
import { getLog, toggleLogLike } from '#shared/api/logs.ts'
import { toggleFollow } from '#shared/api/members.ts'
import { getWatchlistStatus, toggleWatchlist } from '#shared/api/shelves.ts'
import { call } from '#web/lib/api.ts'
import { getSession } from '#web/lib/session.ts'

/** What a guest wanted to do on a page that the server wrote, which keeps it for this tab (guest.html). */
export interface Wish {
  /** Where the guest was. */
  path: string
  act: string
  id: string
}

const keptMs = 60 * 60_000

/** The kept wish, once; null for none, an old one and what is none. */
export function takeWish(): Wish | null {
  const text = sessionStorage.getItem('wish')
  sessionStorage.removeItem('wish')
  try {
    const { path, act = '', id = '', at } = JSON.parse(text ?? '') as Record<string, unknown>
    const isOurs = typeof path === 'string' && /^\/(?![/\\])/.test(path)
    const isNew = typeof at === 'number' && Math.abs(Date.now() - at) < keptMs
    return isOurs && isNew ? { path, act: String(act), id: String(id) } : null
  } catch {
    return null
  }
}

/** What is so already stays: what a member liked long ago stays liked. */
const acts: Record<string, (id: string, viewerId: string) => Promise<unknown>> = {
  async follow(id, viewerId) {
    if (id !== viewerId)
      await call(toggleFollow, { params: { userId: viewerId, targetId: id }, query: { wanted: true } })
  },
  async 'like-log'(id) {
    const { likedByMe } = await call(getLog, { params: { logId: id }, query: { replies: 0 } })
    if (!likedByMe) await call(toggleLogLike, { params: { logId: id } })
  },
  async 'like-list'(id) {
    const { likedByMe } = await call(getList, { params: { listId: id }, query: { limit: 1 } })
    if (!likedByMe) await call(toggleListLike, { params: { listId: id } })
  },
  async watchlist(id) {
    const movieId = Number(id)
    const { inWatchlist } = await call(getWatchlistStatus, { params: { movieId } })
    if (!inWatchlist) await call(toggleWatchlist, { body: { movieId } })
  },
}

/**
 * Does what was wished for and makes the screens read anew what it changed.
 * @throws what the calls throw
 */
export async function grantWish(queryClient: QueryClient, { act, id }: Wish): Promise<void> {
  const viewerId = getSession()?.user._id
  if (viewerId === undefined || !Object.hasOwn(acts, act)) return
  await acts[act]?.(id, viewerId)
  await queryClient.invalidateQueries()
}
