import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { Import, ImportRow, importSources, listImportRows } from '#shared/api/transfer.ts'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/core/http.ts'
import { posterUrl, releaseYear } from '#server/domains/films/films.views.ts'
import { titleView } from '#server/domains/films/titles.views.ts'
import { stepsToStars } from '#shared/rating.ts'
import { unreadColumns } from './reading/formats.ts'
import { selectCandidates, type PlainRow } from './rows/rows.queries.ts'
import type { ImportRecord } from './imports.queries.ts'

const candidatesShown = 5

export function importView(record: ImportRecord): Import {
  // Only these values are ever written to the column.
  const source = record.source as (typeof importSources)[number]
  const { imported, skipped, not_found: notFound, doubtful, failed, not_films: notFilms } = record
  return {
    _id: record.id,
    source,
    files: record.files,
    state: record.state as Import['state'],
    total: record.total,
    done: imported + skipped + notFound + doubtful + failed + notFilms,
    imported,
    skipped,
    notFound,
    doubtful,
    failed,
    cutTags: record.cut_tags,
    waitsSince: record.waits_since?.toISOString() ?? null,
    notFilms,
    // As above.
    assumed: record.assumed as Import['assumed'],
    unread: unreadColumns(source, record.columns),
    createdAt: record.created_at.toISOString(),
    finishedAt: record.finished_at?.toISOString() ?? null,
  }
}

/** Rows with the films that they could mean. One statement. */
export async function rowViews(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'titles'>,
  rows: (PlainRow & { alike: number })[],
): Promise<AnswerOf<typeof listImportRows>> {
  const films = await selectCandidates(db, viewer.titles, [...new Set(rows.flatMap((row) => row.candidates))])
  const known = new Map(films.map((film) => [film.id, film]))
  return rows.map((row) => ({
    ...placeOf(row),
    alike: row.alike,
    candidates: row.candidates
      .flatMap((id) => known.get(id) ?? [])
      .slice(0, candidatesShown)
      .map((film) => ({
        id: film.id,
        ...titleView(film, viewer.titles),
        year: releaseYear(film),
        poster: posterUrl(film.poster_path),
      })),
  }))
}

function placeOf({
  row,
  state,
  reason,
  file,
  line,
  entry,
}: PlainRow): Omit<ImportRow, 'candidates' | 'alike'> {
  return {
    row,
    kind: entry.kind,
    state,
    reason,
    file,
    line,
    title: entry.title,
    year: entry.year,
    watchedAt: entry.watchedAt,
    rating: stepsToStars(entry.rating),
    review: entry.review,
    list: entry.list?.title ?? null,
  }
}
