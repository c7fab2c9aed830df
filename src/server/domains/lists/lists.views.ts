import type { ListCard } from '#shared/api/lists.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { readLists, type ListRow } from './lists.queries.ts'

const likersShown = 3
/** Where there is no cover. */
export const postersShown = 4

/** Lists as cards, in the order of the ids, without those that the viewer may not see. One statement. */
export async function listCards(
  ctx: Pick<Context, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  ids: string[],
): Promise<ListCard[]> {
  const rows = await readLists(ctx.db, viewer.id, ids, { likers: likersShown, posters: postersShown })
  return rows.map((row) => listCard(viewer, row, likersShown))
}

/** `likers` is how many of them the row was read with. */
export function listCard(viewer: Pick<Viewer, 'id'>, row: ListRow, likers: number): ListCard {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    coverImage: row.cover,
    posters: row.poster_paths.flatMap((path) => posterUrl(path) ?? []),
    filmsCount: row.films_count,
    isPrivate: row.is_private,
    isRanked: row.is_ranked,
    user: { _id: row.member_id, username: row.username, avatar: row.avatar },
    likes: namedWithViewer(row.likes, viewer, row.liked, likers),
    likeCount: row.like_count,
    likedByMe: row.liked,
    savedByMe: row.saved,
    createdAt: row.created_at.toISOString(),
  }
}

/** Of those who put a mark on a list the newest, and always the viewer who did. */
export function namedWithViewer(
  newest: string[],
  viewer: Pick<Viewer, 'id'>,
  marked: boolean,
  limit: number,
): string[] {
  return marked && !newest.includes(viewer.id) ? [viewer.id, ...newest].slice(0, limit) : newest
}
