import type { ListCard, ListEditor, ListFilm } from '#shared/api/lists.ts'
import { isPrivateAudience } from '#shared/audience.ts'
import { audienceView } from '#server/core/audience.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { markersWithViewer } from '#server/core/toggle.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { posterUrl, releaseYear } from '#server/domains/films/films.views.ts'
import { titlesView, type TitleReader } from '#server/domains/films/titles.views.ts'
import { selectLists, type ListFilmRow, type ListRow } from './lists.queries.ts'

export {
  mayName as listNamedTo,
  mayOpen as listOpenTo,
  visibleTo as listVisibleTo,
} from './list-visibility.ts'

const likersShown = 3
/** How many posters are shown when there is no cover. */
export const postersShown = 4

/** Lists as cards, in the order of the ids, without those that the viewer may not see. One statement. */
export async function listCards(
  ctx: Pick<Context, 'db' | 'shortReads'>,
  viewer: Pick<Viewer, 'id' | 'titles'>,
  ids: string[],
): Promise<ListCard[]> {
  const rows = await selectLists(databaseFor(ctx, ids.length), viewer, ids, {
    likers: likersShown,
    posters: postersShown,
  })
  return rows.map((row) => listCard(viewer, row, likersShown))
}

/** `likers` is the number of likers that the row was read with. */
export function listCard(viewer: Pick<Viewer, 'id'>, row: ListRow, likers: number): ListCard {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    coverImage: row.cover,
    posters: row.poster_paths.flatMap((path) => posterUrl(path) ?? []),
    filmsCount: row.films_count,
    isPrivate: isPrivateAudience(row.audience),
    audience: audienceView(row.audience),
    isRanked: row.is_ranked,
    user: { _id: row.member_id, username: row.username, avatar: row.avatar },
    likes: markersWithViewer(row.likes, viewer.id, row.liked, likers),
    likeCount: row.like_count,
    likedByMe: row.liked,
    savedByMe: row.saved,
    createdAt: row.created_at.toISOString(),
    hidden: row.hidden_at === null ? undefined : true,
  }
}

export const listEditors = (rows: NonNullable<ListRow['editors']>): ListEditor[] =>
  rows.map(({ id, ...editor }) => ({ _id: id, ...editor }))

export function listFilm(row: ListFilmRow, reader: TitleReader): ListFilm {
  return {
    id: row.id,
    ...titlesView(row, reader),
    year: releaseYear(row),
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    seen: row.seen,
    ...(row.note !== '' && { note: row.note }),
  }
}
