import { randomInt, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import {
  codeLetters,
  maxPeople,
  votes,
  type createEvening as createApi,
  type Evening,
  type listEvenings as listApi,
  type updateEvening as updateApi,
} from '#shared/api/evenings.ts'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Call, type Viewer } from '#server/core/http.ts'
import { cookieText, cookieValue } from '#server/core/http/cookies.ts'
import { hashToken, isToken, makeToken } from '#server/core/tokens.ts'
import { lockMember, isMutual } from '#server/domains/members/members.service.ts'
import {
  askOffers,
  knowsStreaming,
  maxFilmsAsked,
  regionsOf,
} from '#server/domains/streaming/streaming.service.ts'
import * as queries from './evenings.queries.ts'
import { isHostOf, isThere, viewOf, type EveningCaller, type JoinedEvening } from './evenings.views.ts'

const codeLength = 6
/** How many evenings one member may host at once. */
const maxHosted = 20
const sizeAtFirst = 12
/** With fewer cards there is nothing to choose. */
const minCards = 3
const cookieName = 'scene_evening'
/** How long the host waits at most for where the films are streamed. */
const maxStartWaitMs = 4000
/** How long the same may take in a job, when nobody waits. */
const maxJobMs = minuteMs

/** The guest's token, from the cookie; a browser has one for all evenings. */
function guestToken({ cookies }: Pick<EveningCaller, 'cookies'>): string | null {
  const token = cookieValue(cookies, cookieName)
  return isToken(token) ? token : null
}

/**
 * Finds an evening by its code. Codes are short, so wrong ones are limited. @throws evening.not_found,
 * request.rate_limited
 */
async function requireEvening(
  ctx: Context,
  db: Context['db'],
  code: string,
  { address }: Pick<EveningCaller, 'address'>,
  options?: { lock: boolean },
): Promise<queries.EveningRow> {
  const evening = await queries.selectEvening(db, code.toUpperCase(), ctx.now(), options)
  if (!evening) throw await notFound(ctx, address)
  return evening
}

/** The refusal of a code, which counts as a guess. @throws request.rate_limited */
async function notFound(ctx: Context, address: string): Promise<Error> {
  await ctx.limits.use('evening.guess', address)
  return fail('evening.not_found')
}

/** To a member whom a block keeps apart from one who is there, there is no evening. @throws evening.not_found */
async function requireMeeting(
  ctx: Context,
  db: Context['db'],
  evening: queries.EveningRow,
  { viewerOrNull, address }: EveningCaller,
): Promise<void> {
  if (viewerOrNull && !(await queries.mayMeet(db, evening.id, viewerOrNull.id)))
    throw await notFound(ctx, address)
}

function personOf(
  people: readonly queries.EveningPersonRow[],
  caller: EveningCaller,
): queries.EveningPersonRow | undefined {
  const memberId = caller.viewerOrNull?.id
  if (memberId !== undefined) return people.find((person) => person.member_id === memberId)
  const token = guestToken(caller)
  const hash = token === null ? null : hashToken(token)
  return hash ? people.find((person) => person.token_hash?.equals(hash)) : undefined
}

/** @throws evening.not_found, evening.not_joined, also for who has left */
async function requireJoined(
  ctx: Context,
  db: Context['db'],
  code: string,
  caller: EveningCaller,
  options?: { lock: boolean },
): Promise<JoinedEvening> {
  const evening = await requireEvening(ctx, db, code, caller, options)
  const people = await queries.selectPeople(db, evening.id)
  const me = personOf(people, caller)
  if (!me || !isThere(me)) {
    await requireMeeting(ctx, db, evening, caller)
    throw fail('evening.not_joined')
  }
  return { evening, people, me }
}

/** @throws evening.not_host */
function requireHost(joined: JoinedEvening): void {
  if (!isHostOf(joined)) throw fail('evening.not_host')
}

/** Changes an evening while it is locked, and notifies all who are there. */
async function change(
  ctx: Context,
  code: string,
  caller: EveningCaller,
  work: (tx: Tx, joined: JoinedEvening) => Promise<void>,
): Promise<Evening> {
  return ctx.transact(async (tx) => {
    const joined = await requireJoined(ctx, tx.db, code, caller, { lock: true })
    await work(tx, joined)
    notifyPeople(ctx, tx, joined.people, joined.evening.id)
    return eveningView(ctx, tx.db, code, caller)
  })
}

/** The same for what only the host may change. @throws evening.not_host */
const changeAsHost: typeof change = (ctx, code, caller, work) =>
  change(ctx, code, caller, async (tx, joined) => {
    requireHost(joined)
    await work(tx, joined)
  })

function notifyPeople(
  ctx: Context,
  tx: Tx,
  people: readonly queries.EveningPersonRow[],
  eveningId: string,
): void {
  const members = people.filter(isThere).flatMap((person) => person.member_id ?? [])
  tx.announce(async () => ctx.realtime.toMembers(members, 'evening', { eveningId }))
}

const eveningView = async (
  ctx: Context,
  db: Context['db'],
  code: string,
  caller: EveningCaller,
): Promise<Evening> => viewOf(ctx, db, await requireJoined(ctx, db, code, caller), caller)

/**
 * Creates an evening; from then on the host's watchlist may contribute films. @throws list.not_found, evening.full
 */
export async function createEvening(
  ctx: Context,
  caller: EveningCaller & { viewer: Viewer },
  {
    listId = null,
    hideSeen = true,
    onServices = false,
    maxMinutes = null,
    size = sizeAtFirst,
  }: ParsedBody<typeof createApi>,
): Promise<Evening> {
  const { viewer } = caller
  const code = await ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    const now = ctx.now()
    if ((await queries.countHosted(tx.db, viewer.id, now)) >= maxHosted) throw fail('evening.full')
    if (listId && !(await queries.selectListTitle(tx.db, listId, viewer.id))) throw fail('list.not_found')
    const evening = {
      id: uuidv7(),
      host_id: viewer.id,
      list_id: listId,
      hide_seen: hideSeen,
      on_services: onServices,
      max_minutes: maxMinutes,
      size,
      seed: randomUUID(),
      created_at: now,
      expires_at: new Date(now.getTime() + dayMs),
    }
    for (;;) {
      const made = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join(
        '',
      )
      // The code is taken, which hardly ever happens.
      if (!(await queries.insertEvening(tx.db, { ...evening, code: made }))) continue
      const person = { id: uuidv7(), evening_id: evening.id, member_id: viewer.id, joined_at: now }
      await queries.insertPerson(tx.db, person)
      await queueOffers(ctx, tx, evening.id)
      return made
    }
  })
  return eveningView(ctx, ctx.db, code, caller)
}

export async function listEvenings(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof listApi>> {
  const rows = await queries.selectJoined(ctx.db, viewer.id, ctx.now())
  return rows.map(({ code, host, created_at: at }) => ({ code, host, createdAt: at.toISOString() }))
}

/**
 * Invites a mutual follower. Somebody who is invited again, or is there already, gets no notification.
 * @throws evening.not_host, evening.not_mutual, evening.begun, evening.full
 */
export async function invite(
  ctx: Context,
  caller: EveningCaller & { viewer: Viewer },
  code: string,
  memberId: string,
): Promise<typeof done> {
  return ctx.transact(async (tx) => {
    const joined = await requireJoined(ctx, tx.db, code, caller, { lock: true })
    const { evening, people } = joined
    requireHost(joined)
    if (evening.state !== 'lobby') throw fail('evening.begun')
    if (!(await isMutual(tx.db, caller.viewer.id, memberId))) throw fail('evening.not_mutual')
    const there = people.filter(isThere)
    if (there.some(({ member_id: id }) => id === memberId)) return done
    if (there.length >= maxPeople) throw fail('evening.full')
    await tx.emit('evening.invited', { eveningId: evening.id, hostId: caller.viewer.id, memberId })
    return done
  })
}

/**
 * Joins, or comes back. Somebody whom a block keeps apart from one who is there finds nothing.
 * @throws evening.not_found, evening.full, evening.begun, evening.name
 */
export async function joinEvening(
  ctx: Context,
  caller: EveningCaller & Pick<Call, 'setCookie'>,
  code: string,
  name: string | undefined,
): Promise<Evening> {
  // One cookie is for all evenings: a new token would shut the guest out of earlier ones.
  const token = guestToken(caller) ?? makeToken()
  let isNewGuest = false
  await ctx.transact(async (tx) => {
    const memberId = caller.viewerOrNull?.id ?? null
    // The member is locked, so that a block which happens at the same time comes either before this or after it.
    if (memberId !== null) await lockMember(tx.db, memberId)
    const evening = await requireEvening(ctx, tx.db, code, caller, { lock: true })
    const people = await queries.selectPeople(tx.db, evening.id)
    const me = personOf(people, caller)
    await requireMeeting(ctx, tx.db, evening, caller)
    const isFull = people.filter(isThere).length >= maxPeople
    if (me) {
      if (!isThere(me)) {
        if (isFull) throw fail('evening.full')
        await queries.updateLeft(tx.db, me.id, null)
      }
    } else {
      if (evening.state !== 'lobby') throw fail('evening.begun')
      if (isFull) throw fail('evening.full')
      const person = { id: uuidv7(), evening_id: evening.id, joined_at: ctx.now() }
      if (memberId !== null) {
        await queries.insertPerson(tx.db, { ...person, member_id: memberId })
        await queueOffers(ctx, tx, evening.id)
      } else {
        if (!name) throw fail('evening.name')
        await queries.insertPerson(tx.db, { ...person, name, token_hash: hashToken(token) })
        isNewGuest = true
      }
    }
    notifyPeople(ctx, tx, people, evening.id)
  })
  const cookie = { name: cookieName, value: token, path: '/api/evenings', maxAgeSeconds: dayMs / 1000 }
  if (isNewGuest) caller.setCookie(cookieText(ctx.config, { ...cookie, sameSite: 'Strict' }))
  const { viewerOrNull, titles, address } = caller
  const cookies = `${cookieName}=${token}`
  return eveningView(ctx, ctx.db, code, { viewerOrNull, titles, address, cookies })
}

/** Null for who has not joined. @throws evening.not_found, also for somebody whom a block keeps apart from one who is there */
export async function getEvening(ctx: Context, caller: EveningCaller, code: string): Promise<Evening | null> {
  const evening = await requireEvening(ctx, ctx.db, code, caller)
  const people = await queries.selectPeople(ctx.db, evening.id)
  const me = personOf(people, caller)
  if (me && isThere(me)) return viewOf(ctx, ctx.db, { evening, people, me }, caller)
  await requireMeeting(ctx, ctx.db, evening, caller)
  return null
}

/** Queues the question where the films are streamed, so that the start need not wait for it. */
async function queueOffers(ctx: Context, tx: Tx, eveningId: string): Promise<void> {
  if (knowsStreaming(ctx))
    await tx.addJob('evenings.offers', { eveningId }, { key: `evening-offers:${eveningId}` })
}

/** Asks where the films that may become cards are streamed, in the regions of those who are there. */
async function askCandidates(ctx: Context, evening: queries.EveningRow, maxWaitMs: number): Promise<void> {
  const regions = await regionsOf(ctx, await queries.selectMembersThere(ctx.db, evening.id))
  if (regions.length === 0) return
  const films = await queries.selectCandidates(ctx.db, evening, { limit: maxFilmsAsked, onServices: false })
  await askOffers(
    ctx,
    films.map((film) => film.film_id),
    regions,
    maxWaitMs,
  )
}

export async function askOffersOf(ctx: Context, eveningId: string): Promise<void> {
  const evening = await queries.selectEveningById(ctx.db, eveningId)
  if (evening?.state === 'lobby') await askCandidates(ctx, evening, maxJobMs)
}

/** @throws evening.not_host, evening.closed */
export const updateEvening = (
  ctx: Context,
  caller: EveningCaller,
  code: string,
  { hideSeen, onServices }: ParsedBody<typeof updateApi>,
): Promise<Evening> =>
  changeAsHost(ctx, code, caller, async (tx, { evening }) => {
    if (evening.state !== 'lobby') throw fail('evening.closed')
    await queries.updateEvening(tx.db, evening.id, {
      hide_seen: hideSeen ?? evening.hide_seen,
      on_services: onServices ?? evening.on_services,
    })
  })

/** @throws evening.not_host, evening.alone, evening.empty, evening.few, evening.few_streamed */
export async function startEvening(ctx: Context, caller: EveningCaller, code: string): Promise<Evening> {
  const before = await requireJoined(ctx, ctx.db, code, caller)
  requireHost(before)
  // Asked before the transaction, so that nothing is locked while the film source answers.
  if (before.evening.state === 'lobby') await askCandidates(ctx, before.evening, maxStartWaitMs)
  return changeAsHost(ctx, code, caller, async (tx, { evening, people }) => {
    // Somebody pressed "start" twice.
    if (evening.state !== 'lobby') return
    const there = people.filter(isThere)
    if (there.length < 2) throw fail('evening.alone')
    const onServices =
      evening.on_services && knowsStreaming(ctx) && there.some((person) => person.has_services)
    const films = await queries.selectCandidates(tx.db, evening, { limit: evening.size, onServices })
    if (films.length < minCards) {
      const any = { ...evening, hide_seen: false, max_minutes: null }
      const [found] = await queries.selectCandidates(tx.db, any, { limit: 1, onServices: false })
      if (!found && evening.list_id === null) throw fail('evening.empty')
      throw fail(onServices ? 'evening.few_streamed' : 'evening.few')
    }
    await queries.insertCards(
      tx.db,
      films.map((film, position) => ({ evening_id: evening.id, position, ...film })),
    )
    await queries.updateEvening(tx.db, evening.id, { state: 'voting' })
  })
}

/** @throws evening.closed, evening.no_card, evening.veto_used */
export const vote = (
  ctx: Context,
  caller: EveningCaller,
  code: string,
  filmId: number,
  given: { vote: (typeof votes)[number]; veto?: boolean | undefined },
): Promise<Evening> =>
  change(ctx, code, caller, async (tx, { evening, me }) => {
    if (evening.state !== 'voting') throw fail('evening.closed')
    if (!(await queries.hasCard(tx.db, evening.id, filmId))) throw fail('evening.no_card')
    const isVeto = given.veto === true
    const cast = { personId: me.id, filmId, vote: isVeto ? 0 : votes.indexOf(given.vote), isVeto }
    if (!(await queries.upsertVote(tx.db, cast))) throw fail('evening.veto_used')
    await endIfAllAnswered(tx, evening)
  })

async function endIfAllAnswered(tx: Tx, evening: queries.EveningRow): Promise<void> {
  const people = await queries.selectPeople(tx.db, evening.id)
  const cards = await queries.selectCardCount(tx.db, evening.id)
  const there = people.filter(isThere)
  if (there.length > 0 && there.every(({ answered }) => answered >= cards))
    await queries.updateEvening(tx.db, evening.id, { state: 'done' })
}

/** @throws evening.not_host, evening.closed */
export const endEvening = (ctx: Context, caller: EveningCaller, code: string): Promise<Evening> =>
  changeAsHost(ctx, code, caller, async (tx, { evening }) => {
    if (evening.state === 'lobby') throw fail('evening.closed')
    await queries.updateEvening(tx.db, evening.id, { state: 'done' })
  })

/** @throws evening.not_host */
export const repeatEvening = (ctx: Context, caller: EveningCaller, code: string): Promise<Evening> =>
  changeAsHost(ctx, code, caller, async (tx, { evening }) => {
    await queries.deleteCards(tx.db, evening.id)
    await queries.updateEvening(tx.db, evening.id, { state: 'lobby', watched_id: null, seed: randomUUID() })
  })

/** @throws evening.not_host, evening.no_card */
export const markWatched = (
  ctx: Context,
  caller: EveningCaller,
  code: string,
  filmId: number,
): Promise<Evening> =>
  changeAsHost(ctx, code, caller, async (tx, { evening }) => {
    if (evening.state !== 'done' || !(await queries.hasCard(tx.db, evening.id, filmId)))
      throw fail('evening.no_card')
    await queries.updateEvening(tx.db, evening.id, { watched_id: filmId })
  })

/**
 * Leaves; votes stay, and whoever is there goes on. Of a guest who leaves before the cards are dealt nothing stays: one browser
 * could join again and again, and have a vote for each time.
 */
export async function leaveEvening(ctx: Context, caller: EveningCaller, code: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const joined = await requireJoined(ctx, tx.db, code, caller, { lock: true })
    const { evening, me } = joined
    if (evening.state === 'lobby' && me.member_id === null) await queries.deletePerson(tx.db, me.id)
    else await queries.updateLeft(tx.db, me.id, ctx.now())
    await goOn(ctx, tx, joined)
  })
}

/**
 * After a block, removes one of the two members from each evening that both joined: the one who has left, else the
 * one who came later.
 */
export async function partOnEvenings(
  ctx: Context,
  tx: Tx,
  pair: { memberId: string; otherId: string },
): Promise<void> {
  for (const evening of await queries.lockCommon(tx.db, pair, ctx.now())) {
    const people = await queries.selectPeople(tx.db, evening.id)
    const both = people.filter(({ member_id: id }) => id === pair.memberId || id === pair.otherId)
    const me = both.find((person) => !isThere(person)) ?? both.at(-1)
    if (!me) continue
    await queries.deletePerson(tx.db, me.id)
    await goOn(ctx, tx, { evening, people, me })
  }
}

/**
 * Lets the evening go on without the one who left: the member who joined next becomes host; without one it is over.
 */
async function goOn(ctx: Context, tx: Tx, joined: JoinedEvening): Promise<void> {
  const { evening, people, me } = joined
  const next = people.find((person) => person.id !== me.id && person.member_id && isThere(person))
  if (isHostOf(joined))
    await queries.updateEvening(
      tx.db,
      evening.id,
      next?.member_id ? { host_id: next.member_id } : { expires_at: ctx.now() },
    )
  if (evening.state === 'voting') await endIfAllAnswered(tx, evening)
  notifyPeople(ctx, tx, people, evening.id)
}
