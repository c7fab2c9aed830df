import type { ListCard } from '#shared/api/lists.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { readLists } from './lists.queries.ts'

const likersShown = 3
const postersShown = 4

/** Lists as cards, in the order of the ids, without those that the viewer may not see. One statement. */
export async function listCards(
  ctx: Pick<Context, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  ids: string[],
): Promise<ListCard[]> {
  const rows = await readLists(ctx.db, viewer.id, ids, { likers: likersShown, posters: postersShown })
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    coverImage: row.cover,
    posters: row.poster_paths.flatMap((path) => posterUrl(path) ?? []),
    filmsCount: row.films_count,
    isPrivate: row.is_private,
    isRanked: row.is_ranked,
    user: { _id: row.member_id, username: row.username, avatar: row.avatar },
    likes:
      row.liked && !row.likes.includes(viewer.id)
        ? [viewer.id, ...row.likes].slice(0, likersShown)
        : row.likes,
    likeCount: row.like_count,
    likedByMe: row.liked,
    savedByMe: row.saved,
    createdAt: row.created_at.toISOString(),
  }))
}
