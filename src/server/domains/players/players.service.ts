import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import { createLog as createLogCall } from '#shared/api/logs.ts'
import type * as api from '#shared/api/players.ts'
import { stepsToStars } from '#shared/rating.ts'
import { ownUrl } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { hashToken, makeToken } from '#server/core/tokens.ts'
import type { Db } from '#server/db/database.ts'
import { filmRefs } from '#server/domains/films/film-refs.views.ts'
import { createLog } from '#server/domains/logs/logs.service.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { chooseTimeZone, selectTimeZone } from '#server/domains/members/time-zone.service.ts'
import * as queries from './players.queries.ts'

const maxPlayers = 20
/** How many calls of each player are stored and shown. */
export const keptCalls = 20
const shownPlays = 100

function playerView(row: queries.PlayerRow, calls: readonly queries.CallRow[]): api.Player {
  return {
    id: row.id,
    kind: row.kind,
    userNames: row.user_names,
    createdAt: row.created_at.toISOString(),
    pausedAt: row.paused_at?.toISOString() ?? null,
    calls: calls
      .filter((call) => call.player_id === row.id)
      .map(({ id, at, outcome, title, user_name: userName }) => ({
        id,
        at: at.toISOString(),
        outcome,
        title,
        userName,
      })),
  }
}

export async function listPlayers(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof api.listPlayers>> {
  const rows = await queries.selectPlayers(ctx.db, viewer.id)
  const ids = rows.map(({ id }) => id)
  const calls = await queries.selectCalls(ctx.db, ids, keptCalls)
  return {
    timeZone: await selectTimeZone(ctx.db, viewer.id),
    players: rows.map((row) => playerView(row, calls)),
  }
}

const cleanNames = (names: readonly string[]) => [
  ...new Set(names.map((name) => name.trim()).filter(Boolean)),
]

export function createPlayer(
  ctx: Context,
  viewer: Viewer,
  { kind, userNames = [], timeZone }: ParsedBody<typeof api.createPlayer>,
): Promise<AnswerOf<typeof api.createPlayer>> {
  return ctx.transact(async (tx) => {
    // Locked, since many calls at once would pass the limit together.
    await lockMember(tx.db, viewer.id)
    await chooseTimeZone(tx.db, viewer.id, timeZone)
    const rows = await queries.selectPlayers(tx.db, viewer.id)
    if (rows.length >= maxPlayers) throw fail('player.full')
    const secret = makeToken()
    const row = {
      id: uuidv7(),
      member_id: viewer.id,
      kind,
      user_names: cleanNames(userNames),
      created_at: ctx.now(),
      failures: 0,
      paused_at: null,
    }
    await queries.insertPlayer(tx.db, { ...row, secret_hash: hashToken(secret) })
    return { ...playerView(row, []), address: `${ownUrl(ctx.config)}/api/hooks/${kind}/${secret}` }
  })
}

async function requirePlayer(db: Db, viewer: Viewer, id: string): Promise<queries.PlayerRow> {
  const row = await queries.selectPlayer(db, viewer.id, id)
  if (!row) throw fail('player.not_found')
  return row
}

async function onePlayer(db: Db, viewer: Viewer, id: string): Promise<api.Player> {
  return playerView(await requirePlayer(db, viewer, id), await queries.selectCalls(db, [id], keptCalls))
}

export function updatePlayer(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { userNames, paused, timeZone }: ParsedBody<typeof api.updatePlayer>,
): Promise<api.Player> {
  return ctx.transact(async (tx) => {
    await requirePlayer(tx.db, viewer, id)
    await chooseTimeZone(tx.db, viewer.id, timeZone)
    await queries.updatePlayer(tx.db, id, {
      ...(userNames && { user_names: cleanNames(userNames) }),
      ...(paused === false && { paused_at: null, failures: 0 }),
    })
    return onePlayer(tx.db, viewer, id)
  })
}

export async function deletePlayer(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  if (!(await ctx.transact((tx) => queries.deletePlayer(tx.db, viewer.id, id))))
    throw fail('player.not_found')
  return done
}

export function testPlayer(ctx: Context, viewer: Viewer, id: string): Promise<api.Player> {
  return ctx.transact(async (tx) => {
    await requirePlayer(tx.db, viewer, id)
    const call = { id: uuidv7(), player_id: id, at: ctx.now(), outcome: 'test', title: null, user_name: null }
    await queries.insertCall(tx.db, call, keptCalls)
    return onePlayer(tx.db, viewer, id)
  })
}

export async function listPlays(ctx: Context, viewer: Viewer): Promise<api.Play[]> {
  const rows = await queries.selectWaitingPlays(ctx.shortReads, viewer.id, shownPlays)
  const films = await filmRefs(
    ctx,
    viewer.titles,
    rows.flatMap(({ film_id: id }) => (id === null ? [] : [id])),
  )
  return rows.map(({ id, kind, film_id: filmId, title, year, day, watched_at: watchedAt, told_rating }) => {
    const film = filmId === null ? undefined : films.get(filmId)
    return {
      id,
      kind,
      film: film
        ? {
            id: film.id,
            title: film.title,
            titleLang: film.titleLang,
            otherTitle: film.otherTitle,
            poster: film.poster,
            release_date: film.release_date,
          }
        : null,
      title,
      year,
      day,
      watchedAt: watchedAt.toISOString(),
      rating: stepsToStars(told_rating),
    }
  })
}

async function requirePlay(db: Db, viewer: Viewer, id: string): Promise<queries.PlayRow> {
  const play = await queries.selectPlay(db, viewer.id, id)
  if (!play || play.state === 'dismissed') throw fail('play.not_found')
  return play
}

/** Logs a waiting play. The log gets the play's id, so that a retry answers the log that exists. */
export async function logPlay(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { rating, movieId }: ParsedBody<typeof api.logPlay>,
): Promise<AnswerOf<typeof api.logPlay>> {
  const play = await requirePlay(ctx.db, viewer, id)
  const filmId = movieId ?? play.film_id
  if (filmId === null) throw fail('play.no_film')
  const body = createLogCall.body?.parse({
    movieId: filmId,
    watchedAt: play.day,
    ...(rating !== undefined && { rating }),
    ...(play.rewatch && { rewatch: true, rewatchCount: 1 }),
  })
  if (!body) throw new Error('a log has a body')
  const log = await createLog(ctx, viewer, { body, idempotencyKey: id })
  await ctx.transact((tx) => queries.updatePlayState(tx.db, id, 'logged'))
  return { logId: log._id }
}

export async function dismissPlay(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  await ctx.transact(async (tx) => {
    const play = await requirePlay(tx.db, viewer, id)
    if (play.state === 'waiting') await queries.updatePlayState(tx.db, id, 'dismissed')
  })
  return done
}
