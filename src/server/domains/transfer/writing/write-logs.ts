import type { Tx } from '#server/context.ts'
import type { Entry } from '../entry.ts'
import { writeEntries } from './write-entries.ts'
import { writeFilms } from './write-films.ts'
import type { FilmEntryRow, Target, Written } from './target.ts'

/**
 * Writes rows that make or fill logs, so that the order in which files come makes no difference: it is as if entries of
 * a diary had come first, then reviews, then stars, then films that were seen on no known day. What the member has
 * already, or changed, stays as it is.
 */
export async function writeLogs(tx: Tx, target: Target, rows: readonly FilmEntryRow[]): Promise<Written[]> {
  const of = (kind: Entry['kind']) => rows.filter((row) => row.entry.kind === kind)
  const entries = await writeEntries(tx, target, [...of('log'), ...of('review')])
  const films = await writeFilms(tx, target, [...of('rating'), ...of('seen')], entries.changed)
  return [...entries.written, ...films]
}
