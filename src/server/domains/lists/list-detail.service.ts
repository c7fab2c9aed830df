import type { ListDetail, ListFilm } from '#shared/api/lists.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { readListFilms, type ListFilmRow } from './list-detail.queries.ts'
import { readMarkers } from './list-marks.queries.ts'
import { markersNamed } from './list-marks.service.ts'
import { readLists } from './lists.queries.ts'
import { listCard, namedWithViewer, postersShown } from './lists.views.ts'

/** A list with all its films. @throws list.not_found, also for another member's private one */
export async function readList(ctx: Pick<Context, 'db'>, viewer: Viewer, id: string): Promise<ListDetail> {
  // Before the films: with older ones beside its `updatedAt` a client would write back what another just changed.
  const [row] = await readLists(ctx.db, viewer.id, [id], { likers: markersNamed, posters: postersShown })
  if (!row) throw fail('list.not_found')
  const [films, savers] = await Promise.all([
    readListFilms(ctx.db, viewer.id, id),
    readMarkers(ctx.db, 'save', id, markersNamed),
  ])
  return {
    ...listCard(viewer, row, markersNamed),
    movies: films.map(listFilm),
    savedBy: namedWithViewer(savers, viewer, row.saved, markersNamed),
    saveCount: row.save_count,
    updatedAt: row.updated_at.toISOString(),
  }
}

function listFilm(row: ListFilmRow): ListFilm {
  return {
    id: row.id,
    title: row.title,
    // Empty where the source knows no day.
    year: Number(row.release_date.slice(0, 4)) || null,
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    seen: row.seen,
  }
}
