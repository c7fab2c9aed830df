import { v7 as uuidv7 } from 'uuid'
import type { CallOutcome, PlayerKind } from '#shared/api/players.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { localTime } from '#server/core/local-time.ts'
import { hashToken, isToken } from '#server/core/tokens.ts'
import type { ReportedPlay } from '#server/events.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { selectTimeZone } from '#server/domains/members/time-zone.service.ts'
import { createMatcher } from '#server/domains/transfer/matching/match.service.ts'
import { readPayload } from './payloads.ts'
import * as queries from './players.queries.ts'
import { keptCalls } from './players.service.ts'

/** How many calls in a row may be unreadable before a player is paused. */
const maxFailures = 5

/** The least and the most time between two plays of the same film, whatever length the player tells. */
const gapMinutes = { least: 30, most: dayMs / minuteMs }

export interface CallAnswer {
  outcome: CallOutcome | 'queued'
  /** For a play that was reported before: when it was. */
  before?: Date
}

/** @throws request.not_found for an address that is none, or of a member who is kept out */
export async function requirePlayerOf(ctx: Context, kind: PlayerKind, secret: string) {
  const player = isToken(secret)
    ? await queries.selectPlayerBySecret(ctx.db, kind, hashToken(secret))
    : undefined
  if (!player) throw fail('request.not_found')
  return player
}

/**
 * Handles a call of a player. A play is handled by a job, since the film source may have to be asked which film it
 * is; with `atOnce` it is handled here, as the player needs the outcome.
 */
export async function receiveCall(
  ctx: Context,
  player: queries.PlayerRow,
  body: unknown,
  { atOnce = false } = {},
): Promise<CallAnswer> {
  const now = ctx.now()
  if (player.paused_at) return recordOutcome(ctx, player, 'paused', { title: null, userName: null })
  const reading = readPayload(player.kind, body)
  if (reading.outcome !== 'watched' && reading.outcome !== 'rated')
    return recordOutcome(ctx, player, reading.outcome, reading)
  const { at, ...film } = reading.film
  const about = { title: film.title, userName: reading.userName }
  const isMeant =
    player.user_names.length === 0 ||
    // Some players never name the user.
    reading.userName === null ||
    player.user_names.some((name) => name.toLowerCase() === reading.userName?.toLowerCase())
  if (!isMeant) return recordOutcome(ctx, player, 'other-user', about)
  // The player's clock may be ahead.
  const watchedAt = at && at < now ? at : now
  const play = {
    playerId: player.id,
    film,
    userName: reading.userName,
    watchedAt: watchedAt.toISOString(),
    ...(reading.outcome === 'rated' && { rating: reading.rating }),
  }
  if (atOnce) return storePlay(ctx, play)
  await ctx.transact((tx) => tx.addJob('players.take', play))
  return { outcome: 'queued' }
}

/** Records the outcome of a call; after too many unreadable ones the player is paused. */
async function recordOutcome(
  ctx: Context,
  player: queries.PlayerRow,
  outcome: CallOutcome,
  about: { title: string | null; userName: string | null },
): Promise<CallAnswer> {
  await ctx.transact((tx) => recordOutcomeIn(ctx, tx, player, outcome, about))
  return { outcome }
}

async function recordOutcomeIn(
  ctx: Context,
  tx: Tx,
  player: queries.PlayerRow,
  outcome: CallOutcome,
  { title, userName }: { title: string | null; userName: string | null },
): Promise<void> {
  const at = ctx.now()
  const call = { id: uuidv7(), player_id: player.id, at, outcome, title, user_name: userName }
  await queries.insertCall(tx.db, call, keptCalls)
  if (outcome === 'paused') return
  const failures = outcome === 'unreadable' ? player.failures + 1 : 0
  const isPaused = failures >= maxFailures
  if (failures !== player.failures || isPaused)
    await queries.updatePlayer(tx.db, player.id, { failures, ...(isPaused && { paused_at: at }) })
  if (isPaused) await tx.emit('player.paused', { memberId: player.member_id })
}

/**
 * Stores a play that waits for its stars, unless the member has it already: from the same source on that day, at
 * nearly the same time, or as a log of that day. Stars that are reported go to the newest waiting play of the film.
 */
export async function storePlay(ctx: Context, play: ReportedPlay): Promise<CallAnswer> {
  const found = await queries.selectPlayerById(ctx.db, play.playerId)
  // The player was revoked meanwhile.
  if (!found) return { outcome: 'repeated' }
  const { film, userName } = play
  const watchedAt = new Date(play.watchedAt)
  const hint = { title: film.title, year: film.year, tmdbId: film.tmdbId, imdbId: film.imdbId, directors: [] }
  const [match] = await createMatcher(ctx).match([hint])
  // The job is tried again.
  if (match?.state === 'down') throw fail('film.source_down')
  const filmId = match?.state === 'sure' ? match.filmId : null
  const memberId = found.member_id
  return ctx.transact(async (tx) => {
    // Locked, since two players may report the same play at the same time.
    await lockMember(tx.db, memberId)
    const player = (await queries.selectPlayerById(tx.db, play.playerId)) ?? found
    const finish = async (outcome: CallOutcome, before?: Date): Promise<CallAnswer> => {
      await recordOutcomeIn(ctx, tx, player, outcome, { title: film.title, userName })
      return { outcome, ...(before && { before }) }
    }
    const near = { id: filmId, title: film.title }
    if (play.rating !== undefined)
      return finish(
        (await queries.updateToldRating(tx.db, memberId, near, play.rating)) ? 'rated' : 'rated-nothing',
      )
    const { day } = localTime(watchedAt, await selectTimeZone(tx.db, memberId))
    const gap = Math.max(gapMinutes.least, Math.min(Math.ceil((film.minutes ?? 0) / 2), gapMinutes.most))
    const before = await queries.selectPlayNear(tx.db, memberId, near, watchedAt, gap)
    if (before) return finish('repeated', before)
    const logged = filmId === null ? null : await queries.selectLogged(tx.db, memberId, filmId, day)
    if (logged?.thatDay) return finish('logged-already', watchedAt)
    const source = JSON.stringify([
      filmId ?? [film.title.toLowerCase(), film.year],
      film.item === null ? null : [player.kind, film.item],
      day,
    ])
    const isNew = await queries.insertPlay(tx.db, {
      id: uuidv7(),
      member_id: memberId,
      player_id: player.id,
      kind: player.kind,
      film_id: filmId,
      title: film.title,
      year: film.year,
      day,
      watched_at: watchedAt,
      source,
      rewatch: logged?.ever ?? false,
    })
    return isNew ? finish('waiting') : finish('repeated', watchedAt)
  })
}

/** How long a repeated call is answered as one that was reported before, as Trakt does. */
const repeatMs = hourMs

export type ScrobbleAction = 'start' | 'pause' | 'stop'

/**
 * Handles a scrobble call and answers as Trakt does: 201, 409 when it was reported before, 422 when hardly anything
 * was watched.
 */
export async function scrobble(
  ctx: Context,
  player: queries.PlayerRow,
  action: ScrobbleAction,
  body: unknown,
): Promise<{ status: number; answer: object }> {
  const { movie = null, progress: said } = (body ?? {}) as { movie?: unknown; progress?: unknown }
  const progress = Number(said)
  const answered = (done: string) => ({ status: 201, answer: { id: 0, action: done, progress, movie } })
  if (action === 'stop' && !(progress >= 1)) {
    await receiveCall(ctx, player, body)
    return { status: 422, answer: { error: 'progress' } }
  }
  const given = typeof body === 'object' && body !== null ? { ...body, action } : body
  const { outcome, before } = await receiveCall(ctx, player, given, { atOnce: true })
  if (before)
    return {
      status: 409,
      answer: {
        watched_at: before.toISOString(),
        expires_at: new Date(before.getTime() + repeatMs).toISOString(),
      },
    }
  if (action === 'stop') return answered(outcome === 'not-finished' ? 'pause' : 'scrobble')
  return answered(action)
}
