import { selectRedirects } from '#server/adapters/film-source/canonical-film-source.ts'
import type { Context, Tx } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { fail } from '#server/core/errors.ts'
import { countFilmsAfter } from '#server/domains/logs/film-stats.service.ts'
import * as queries from './merge.queries.ts'
import type { DuplicateLog, MergedLog, MergeScope } from './merge.queries.ts'
import * as undo from './undo.queries.ts'

/** What a merge did: how many rows of each kind it moved, changed and dropped. */
export interface Merge {
  from: number
  into: number
  counts: Record<string, number>
}

type Parts = Pick<Context, 'now' | 'changes'>

/** Makes one film of two in a transaction of its own: see `mergeWithin`. */
export const mergeFilms = (ctx: Parts & Pick<Context, 'transact'>, from: number, into: number) =>
  ctx.transact((tx) => mergeWithin(ctx, tx, from, into))

/**
 * Makes one film of two: all that hangs on `from` hangs on `into` then, for ever, and `from` leads there. Called again
 * it does nothing and answers what was done. Either number may have become another film meanwhile. Null when the two are
 * one already and no merge says how.
 * @throws film.not_found without one of the films
 */
export async function mergeWithin(ctx: Parts, tx: Tx, from: number, into: number): Promise<Merge | null> {
  await queries.lockMerges(tx.db)
  const redirects = await selectRedirects(tx.db, [from, into])
  const [source, target] = [redirects.get(from) ?? from, redirects.get(into) ?? into]
  if (source === target) {
    const done = await undo.selectMerge(tx.db, from)
    return done ? { from, into: target, counts: done.counts } : null
  }
  await lockBoth(tx.db, [source, target])
  const merging = {
    mergeId: await queries.insertMerge(tx.db, source, target, ctx.now()),
    from: source,
    into: target,
  }
  await joinDoubled(tx, merging, ctx.now())
  await queries.joinShelfRows(tx.db, merging)
  for (const [place, column] of queries.places) await queries.mergeColumn(tx.db, merging, place, column)
  await queries.endFilm(tx.db, merging)
  tx.announce(() => ctx.changes.report('film_numbers'))
  await recount(tx.db, await queries.selectHolders(tx.db, [target]), [target])
  return { from: source, into: target, counts: await queries.countMerge(tx.db, merging.mergeId) }
}

/** An error with PostgreSQL's code for a serialization failure, which makes `transact` try again. */
class MetOthers extends Error {
  readonly code = '40001'
}

/** Locks whatever hangs on the films, in the order of all other writers, and the films themselves last. */
async function lockBoth(db: Db, films: readonly number[]): Promise<void> {
  const holders = await queries.selectHolders(db, films)
  const locked = await queries.lockHolders(db, holders, films)
  if (locked < films.length) throw fail('film.not_found')
  const known = new Set(holders)
  const now = await queries.selectHolders(db, films)
  if (now.some((member) => !known.has(member))) throw new MetOthers('others logged the film meanwhile')
}

async function recount(db: Db, members: readonly string[], films: readonly number[]): Promise<void> {
  await queries.recountMembers(db, members)
  for (const film of films) await countFilmsAfter(db, film - 1)
}

/** Joins logs that are there twice because a history was imported before and after a switch of the source. */
async function joinDoubled(tx: Tx, merging: MergeScope, now: Date): Promise<void> {
  const logs = await queries.selectLogsOfBoth(tx.db, merging)
  const doubled: DuplicateLog[] = []
  const cleared: string[] = []
  for (const ofMember of Map.groupBy(logs, (log) => log.memberId).values()) {
    const found = findDoubled(ofMember, merging)
    doubled.push(...found.doubled)
    cleared.push(...found.cleared)
  }
  await queries.joinLogs(tx.db, merging, doubled, now)
  await queries.renameKeys(tx.db, merging, cleared)
}

const ofFilm = /^([a-z]+:(?:film|seen)):(\d+)(:.*)?$/

/** An import key in which `into` takes the place of `from`. */
function renamed(key: string | null, { from, into }: Pick<MergeScope, 'from' | 'into'>): string | null {
  const [, start, film, rest = ''] = ofFilm.exec(key ?? '') ?? []
  return start !== undefined && Number(film) === from ? `${start}:${into}${rest}` : key
}

const isNamed = (key: string | null) => key !== null && !ofFilm.test(key)
const sourceOf = (key: string | null) => key?.split(':', 1)[0]

/**
 * The logs of one member, of both films, that imports made and that one import would have made once: entries that say
 * the same, and films that were only marked as seen where there are other logs. `cleared` are those whose key another
 * log has that says something else: both stay, and only one can be known again by it.
 */
function findDoubled(
  logs: readonly MergedLog[],
  merging: Pick<MergeScope, 'from' | 'into'>,
): { doubled: DuplicateLog[]; cleared: string[] } {
  const gone = new Set<string>()
  const doubled: DuplicateLog[] = []
  const here = () => logs.filter((log) => !gone.has(log.id))
  const drop = (log: MergedLog, kept: MergedLog, { givesStars = false } = {}) => {
    gone.add(log.id)
    // Logs that were to be joined with this one are joined with the one that replaces it.
    for (const earlier of doubled) if (earlier.kept === log.id) earlier.kept = kept.id
    doubled.push({ dropped: log.id, kept: kept.id, givesStars })
  }
  const canGo = (log: MergedLog) => log.importId !== null && !log.isAnswered && !log.hasImage
  const ofFrom = logs.filter((log) => log.filmId === merging.from)
  const ofInto = logs.filter((log) => log.filmId === merging.into)

  for (const one of ofFrom) {
    const other = ofInto.find((log) => !gone.has(log.id) && isSameEntry(one, log, merging))
    if (!other) continue
    if (canGo(one)) drop(one, other)
    else if (canGo(other)) drop(other, one)
  }
  for (const mark of logs.filter((log) => log.isMark && canGo(log))) {
    if (gone.has(mark.id)) continue
    // The newest is the last.
    const others = here().filter((log) => log.filmId !== mark.filmId)
    const same = others.findLast((log) => mark.rating === null || log.rating === mark.rating)
    const unrated = others.findLast((log) => log.rating === null && log.importId !== null)
    if (same) drop(mark, same)
    else if (unrated) drop(mark, unrated, { givesStars: true })
  }
  const taken = new Set(here().flatMap((log) => (log.filmId === merging.into ? (log.importKey ?? []) : [])))
  const cleared = here().filter(
    (log) => log.filmId === merging.from && taken.has(renamed(log.importKey, merging) ?? ''),
  )
  return { doubled, cleared: cleared.map((log) => log.id) }
}

/** One entry of one source, brought in twice; where both have a name of their own, the names tell them apart. */
function isSameEntry(one: MergedLog, other: MergedLog, merging: Pick<MergeScope, 'from' | 'into'>): boolean {
  if (one.importId === null || other.importId === null || one.importId === other.importId) return false
  if (one.content !== other.content || one.rating !== other.rating) return false
  if (renamed(one.importKey, merging) === other.importKey) return true
  if (isNamed(one.importKey) && isNamed(other.importKey)) return false
  return !one.isMark && !other.isMark && sourceOf(one.importKey) === sourceOf(other.importKey)
}

/**
 * The result of undoing a merge: how many rows are as before, and how many stay as they are because they were changed
 * since.
 */
export interface Undone {
  /** What it was part of. */
  into: number
  restored: number
  kept: number
}

/**
 * Makes two films of one again: `from` is a film of its own, with all that the merge moved, changed and dropped unless
 * it was changed since. What came after the merge stays with the other film.
 * @throws film.not_found where no merge of the number can be undone, also when its film became another one since
 */
export async function undoWithin(ctx: Parts, tx: Tx, from: number): Promise<Undone> {
  await queries.lockMerges(tx.db)
  const merge = await undo.selectMerge(tx.db, from)
  if (!merge) throw fail('film.not_found')
  const into = merge.film_id
  if ((await selectRedirects(tx.db, [from])).get(from) !== into) throw fail('film.not_found')
  await lockBoth(tx.db, [into])
  const merging = { mergeId: merge.id, from, into }
  await undo.restoreFilm(tx.db, merging)
  tx.announce(() => ctx.changes.report('film_numbers'))
  const restored = await undo.restoreRows(tx.db, merging)
  await recount(tx.db, await queries.selectHolders(tx.db, [from, into]), [from, into])
  const all = await undo.endMerge(tx.db, merge.id, ctx.now())
  return { into, restored, kept: all - restored }
}
