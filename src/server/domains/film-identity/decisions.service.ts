import type { ParsedQuery } from '#shared/api/endpoint.ts'
import {
  doubtReasons,
  type FilmDoubt,
  type FilmMerge,
  type listFilmDoubts as doubtsApi,
  type listFilmMerges as mergesApi,
} from '#shared/api/film-identity.ts'
import { selectRedirects } from '#server/adapters/film-source/canonical-film-source.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { pageOf, type Listed } from '#server/core/keyset.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { titleView, type TitleReader } from '#server/domains/films/titles.views.ts'
import * as queries from './decisions.queries.ts'
import { mergeWithin, undoWithin, type Merge, type Undone } from './merge.service.ts'
import { insertDoubt } from './reconcile.queries.ts'

type Parts = Pick<Context, 'transact' | 'now' | 'changes'>

// What operators decide about films of which no job can be sure, and what they need to see for it.

/**
 * Makes a film the film of another number, which the source knows; null when they are one already.
 * @throws film.not_found for a number that the source does not know, film.source_down when it cannot tell
 */
export async function acceptDoubt(
  ctx: Context,
  by: Operator,
  filmId: number,
  number: number,
): Promise<Merge | null> {
  const film = await requireFilm(ctx, number)
  return ctx.transact(async (tx) => {
    const merged = (await selectRedirects(tx.db, [filmId])).get(filmId)
    if (merged === film.id) return null
    const title = await titleOf(tx, filmId)
    const merge = await mergeWithin(ctx, tx, filmId, film.id)
    const about = { film: filmId, title, into: film.id }
    if (merge) await noteAct(tx.db, ctx.now(), by, 'films.accept', { about })
    return merge
  })
}

/** Leaves a doubtful film a film of its own. @throws film.not_found where none waits */
export const refuseDoubt = (ctx: Pick<Context, 'transact' | 'now'>, by: Operator, filmId: number) =>
  decide(ctx, by, filmId, { refused: true, act: 'films.refuse' })

/** Lets a film that was kept apart wait again. @throws film.not_found where none was */
export const reconsiderDoubt = (ctx: Pick<Context, 'transact' | 'now'>, by: Operator, filmId: number) =>
  decide(ctx, by, filmId, { refused: false, act: 'films.reconsider' })

/** Records a decision once; repeating it does nothing. */
function decide(
  ctx: Pick<Context, 'transact' | 'now'>,
  by: Operator,
  filmId: number,
  { refused, act }: { refused: boolean; act: 'films.refuse' | 'films.reconsider' },
): Promise<void> {
  return ctx.transact(async (tx) => {
    const was = await queries.decideDoubt(tx.db, filmId, refused)
    if (was === undefined) throw fail('film.not_found')
    if (was === refused) return
    const about = { film: filmId, title: await titleOf(tx, filmId) }
    await noteAct(tx.db, ctx.now(), by, act, { about })
  })
}

/**
 * Undoes the newest merge of a number: the film is one of its own again. Jobs will not merge it again unless an
 * operator lets it be decided anew.
 * @throws film.not_found when no merge of the number can be undone
 */
export const undoMerge = (ctx: Parts, by: Operator, from: number) =>
  ctx.transact((tx) => undoBy(ctx, tx, by, from))

/** The same by the merge. @throws film.not_found also where the number was merged again since */
export function undoMergeById(ctx: Parts, by: Operator, mergeId: number) {
  return ctx.transact(async (tx) => {
    const from = await queries.selectMerged(tx.db, mergeId)
    if (from === undefined) throw fail('film.not_found')
    const { restored, kept } = await undoBy(ctx, tx, by, from)
    return { restored, kept }
  })
}

async function undoBy(ctx: Parts, tx: Tx, by: Operator, from: number): Promise<Undone> {
  const undone = await undoWithin(ctx, tx, from)
  const { into } = undone
  const doubt = { filmId: from, candidates: [into], reason: 'undone', confidence: 0 }
  await insertDoubt(tx.db, { ...doubt, source: null, refused: true })
  await noteAct(tx.db, ctx.now(), by, 'films.undo', {
    about: { film: from, title: await titleOf(tx, from), into },
  })
  return undone
}

const titleOf = async ({ db }: Pick<Tx, 'db'>, id: number) => {
  const film = await db.selectFrom('films').select('title').where('id', '=', id).executeTakeFirst()
  return film?.title ?? ''
}

export const countDoubts = ({ db }: Pick<Context, 'db'>) => queries.countDoubts(db)

const doubtsAtOnce = 20
const mergesAtOnce = 50

/** Films that wait for a decision, or those that were kept apart, by their numbers. Three statements. */
export async function listDoubts(
  { db }: Pick<Context, 'db'>,
  reader: TitleReader,
  { refused, ...page }: ParsedQuery<typeof doubtsApi>,
): Promise<Listed<FilmDoubt>> {
  const { items, next } = await queries.selectDoubts(
    db,
    { refused: refused === '1' },
    pageOf(page, doubtsAtOnce),
  )
  const redirects = await selectRedirects(
    db,
    items.flatMap((doubt) => doubt.candidates),
  )
  const doubts = items.map((doubt) => ({
    ...doubt,
    candidates: [...new Set(doubt.candidates.map((id) => redirects.get(id) ?? id))],
  }))
  const rows = await queries.selectCompared(
    db,
    reader,
    doubts.flatMap(({ film_id, candidates }) => [film_id, ...candidates]),
  )
  const films = new Map(rows.map((row) => [row.id, row]))
  const view = (id: number, directors: Record<string, string[]>) => {
    const row = films.get(id)
    return row ? [comparedView(row, directors[id] ?? [], reader)] : []
  }
  return {
    next,
    items: doubts.flatMap(({ film_id, candidates, directors, reason, confidence }) =>
      view(film_id, directors).map((film) => ({
        film,
        reason: doubtReasons.find((one) => one === reason) ?? null,
        confidence,
        candidates: candidates.flatMap((id) => view(id, directors)),
      })),
    ),
  }
}

function comparedView(row: queries.ComparedRow, directors: string[], reader: TitleReader): FilmDoubt['film'] {
  return {
    id: row.id,
    ...titleView(row, reader),
    originalTitle: row.original_title,
    release_date: row.release_date,
    poster: posterUrl(row.poster_path),
    directors,
    numbers: { tmdb: row.tmdb_id, imdb: row.imdb_id, wikidata: row.wikidata_id },
    hangs: { logs: row.logs, watchlists: row.watchlists, favourites: row.favourites, lists: row.lists },
  }
}

/** Films that became others, the newest first. One statement. */
export async function listMerges(
  { db }: Pick<Context, 'db'>,
  reader: TitleReader,
  page: ParsedQuery<typeof mergesApi>,
): Promise<Listed<FilmMerge>> {
  const { items, next } = await queries.selectMerges(db, reader, pageOf(page, mergesAtOnce))
  return {
    next,
    items: items.map((row) => ({
      id: Number(row.id),
      from: { id: row.from_id, title: row.from_title, release_date: row.from_release_date },
      into: {
        id: row.film_id,
        ...titleView(row, reader),
        release_date: row.release_date,
        poster: posterUrl(row.poster_path),
      },
      rows: Object.values(row.counts).reduce((sum, rows) => sum + rows, 0),
      mergedAt: row.merged_at.toISOString(),
      canUndo: row.can_undo,
    })),
  }
}
