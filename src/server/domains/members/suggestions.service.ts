import type { AnswerOf } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/members.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { favouriteFilmView, memberRows } from './members.views.ts'
import { selectLatestFilms, selectSuggestions } from './suggestions.queries.ts'

const usualCount = 12
const postersEach = 2

/** Members whom the viewer may like to follow, with what they logged last. Three statements. */
export async function listSuggestions(
  ctx: Pick<Context, 'db' | 'shortReads'>,
  viewer: Viewer,
  limit = usualCount,
): Promise<AnswerOf<typeof api.listSuggestions>> {
  const suggested = await selectSuggestions(ctx.db, viewer.id, limit)
  const ids = suggested.map(({ id }) => id)
  const [rows, films] = await Promise.all([
    memberRows(ctx, viewer, ids),
    selectLatestFilms(ctx.db, viewer.titles, ids, postersEach),
  ])
  const common = new Map(suggested.map((member) => [member.id, member.common]))
  return rows.map((row) => ({
    ...row,
    filmsInCommon: common.get(row._id) ?? 0,
    films: films
      .filter((film) => film.member_id === row._id)
      .map((film) => favouriteFilmView(film, viewer.titles)),
  }))
}
