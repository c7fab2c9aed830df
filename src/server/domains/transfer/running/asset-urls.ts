import pLimit from 'p-limit'
import type { ErrorCode } from '#shared/errors.ts'
import { requestsAtOnce } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { Failure, isFailure } from '#server/core/errors.ts'
import { requireGif } from '#server/domains/gifs/gifs.service.ts'
import { filmBackdrop } from '#server/domains/logs/logs.service.ts'
import { requirePoster } from '#server/domains/posters/posters.service.ts'
import type { ImportEntry } from '../entry.ts'
import type { Decision } from '../writing/apply-decisions.ts'

/** The errors for an address that this installation does not have. */
const unknown: ReadonlySet<ErrorCode> = new Set([
  'gif.unknown',
  'backdrop.unknown',
  'poster.unknown',
  'poster.not_approved',
  'film.not_found',
])

/**
 * Removes from entries the addresses of GIFs and pictures that a member could not choose here. A decision is missing
 * in the answer when the film source could not be asked about its pictures.
 */
export async function acceptAddresses(ctx: Context, decisions: readonly Decision[]): Promise<Decision[]> {
  const accepted = await pLimit(requestsAtOnce).map(decisions, (decision) => accept(ctx, decision))
  return accepted.filter((decision) => decision !== null)
}

async function accept(ctx: Context, decision: Decision): Promise<Decision | null> {
  if (!('entry' in decision)) return decision
  const { filmId, entry } = decision
  const { gif, backdrop, poster, ...plain } = entry
  if (!gif && !backdrop && !poster) return decision
  try {
    const addresses: Pick<ImportEntry, 'gif' | 'backdrop' | 'poster'> = {}
    if (gif && (await known(() => requireGif(ctx, gif).then(() => gif)))) addresses.gif = gif
    if (filmId === null) return { ...decision, entry: { ...plain, ...addresses } }
    const above = backdrop && (await known(() => filmBackdrop(ctx, filmId, backdrop)))
    if (above) addresses.backdrop = above
    const chosen = poster && (await known(() => requirePoster(ctx, filmId, poster)))
    // Under its own name only: by that it is taken back.
    if (chosen && chosen.path === poster && !chosen.isUsual) addresses.poster = poster
    return { ...decision, entry: { ...plain, ...addresses } }
  } catch (error) {
    if (isFailure(error, 'film.source_down')) return null
    throw error
  }
}

async function known<Value>(ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Failure && unknown.has(error.code)) return null
    throw error
  }
}
