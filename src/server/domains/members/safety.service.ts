import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type { Mute } from '#shared/api/members.ts'
import * as api from '#shared/api/safety.ts'
import { dayMs } from '#shared/durations.ts'
import { mutedWordKey, mutedWordPattern } from '#shared/muting.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { deleteRequestsBetween } from './follow-requests.queries.ts'
import { deleteFollow } from './follows.queries.ts'
import { lockMember, lockMembers } from './members.queries.ts'
import { favouriteFilmView, muteView } from './members.views.ts'
import * as queries from './safety.queries.ts'

/** Whom and what the viewer hides. Four statements. */
export async function getSafety(
  ctx: Pick<Context, 'db'>,
  viewer: Viewer,
): Promise<AnswerOf<typeof api.getSafety>> {
  const [blocked, muted, words, films] = await Promise.all([
    queries.selectBlocked(ctx.db, viewer.id),
    queries.selectMuted(ctx.db, viewer.id),
    queries.selectMutedWords(ctx.db, viewer.id),
    queries.selectMutedFilms(ctx.db, viewer.id, viewer.titles),
  ])
  return {
    blocked: blocked.map(memberRef),
    muted: muted.map((row) => ({ ...memberRef(row), mute: muteView(row) })),
    words,
    films: films.map((row) => ({ ...favouriteFilmView(row, viewer.titles), untilSeen: row.until_seen })),
  }
}

const memberRef = ({ id, username, avatar }: { id: string; username: string; avatar: string | null }) => ({
  _id: id,
  username,
  avatar,
})

/** Ends follows both ways; what the two see of each other ends with the commit. */
export function blockMember(ctx: Context, viewer: Viewer, targetId: string): Promise<{ blocked: boolean }> {
  return ctx.transact(async (tx) => {
    const { mine } = await lockOther(tx, viewer, targetId)
    if (mine) return { blocked: true }
    // Announced first, so that processes forget that the two could see each other before other announcements are
    // sent.
    tx.announce(() => notifyBoth(ctx, viewer.id, targetId))
    await queries.insertBlock(tx.db, viewer.id, targetId, ctx.now())
    await refuseOverfull(tx, 'blocks', viewer.id)
    await deleteFollow(tx.db, viewer.id, targetId)
    await deleteFollow(tx.db, targetId, viewer.id)
    await deleteRequestsBetween(tx.db, viewer.id, targetId)
    await tx.emit('member.blocked', { memberId: viewer.id, blockedId: targetId })
    return { blocked: true }
  })
}

export function unblockMember(ctx: Context, viewer: Viewer, targetId: string): Promise<{ blocked: boolean }> {
  return ctx.transact(async (tx) => {
    if (await queries.deleteBlock(tx.db, viewer.id, targetId))
      tx.announce(() => notifyBoth(ctx, viewer.id, targetId))
    return { blocked: false }
  })
}

function notifyBoth({ changes }: Context, memberId: string, otherId: string): void {
  changes.report('block', memberId)
  changes.report('block', otherId)
}

export function muteMember(
  ctx: Context,
  viewer: Viewer,
  targetId: string,
  { days = 0, notifications = false }: ParsedBody<typeof api.muteMember>,
): Promise<{ mute: Mute | null }> {
  const mute = {
    notifications,
    ends_at: days === 0 ? null : new Date(ctx.now().getTime() + days * dayMs),
  }
  return ctx.transact(async (tx) => {
    const { mine } = await lockOther(tx, viewer, targetId)
    // Like somebody who is blocked, whoever blocked a member cannot see them.
    if (mine) throw fail('member.not_found')
    await queries.upsertMute(tx.db, viewer.id, targetId, mute)
    await refuseOverfull(tx, 'mutes', viewer.id)
    return { mute: muteView(mute) }
  })
}

export async function unmuteMember(ctx: Context, viewer: Viewer, targetId: string) {
  await queries.deleteMute(ctx.db, viewer.id, targetId)
  return { mute: null }
}

/** Locks both members, as following does. @throws member.not_found, also when the other blocked the viewer */
async function lockOther(tx: Tx, viewer: Viewer, targetId: string) {
  if (targetId === viewer.id) throw fail('safety.yourself')
  const locked = await lockMembers(tx.db, [viewer.id, targetId])
  if (!locked.includes(viewer.id)) throw fail('auth.required')
  const blocks = await queries.selectBlocksBetween(tx.db, viewer.id, targetId)
  if (!locked.includes(targetId) || (blocks.theirs && !blocks.mine)) throw fail('member.not_found')
  return blocks
}

/**
 * To be called after the write. The lists are limited since they are compared with every row that is read; hiding
 * something again that is in a full list is allowed.
 */
async function refuseOverfull(tx: Tx, table: Parameters<typeof queries.countHidden>[1], memberId: string) {
  const max = table === 'muted_words' ? api.maxHiddenWords : api.maxHidden
  if ((await queries.countHidden(tx.db, table, memberId)) > max) throw fail('safety.full')
}

export function muteWord(ctx: Context, viewer: Viewer, word: string) {
  return ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    tx.announce(() => ctx.changes.report('hidden', viewer.id))
    await queries.insertMutedWord(tx.db, viewer.id, mutedWordKey(word), mutedWordPattern(word))
    await refuseOverfull(tx, 'muted_words', viewer.id)
    return { words: await queries.selectMutedWords(tx.db, viewer.id) }
  })
}

export async function unmuteWord(ctx: Context, viewer: Viewer, word: string) {
  await queries.deleteMutedWord(ctx.db, viewer.id, mutedWordKey(word))
  ctx.changes.report('hidden', viewer.id)
  return { words: await queries.selectMutedWords(ctx.db, viewer.id) }
}

export async function muteFilm(ctx: Context, viewer: Viewer, filmId: number, untilSeen = true) {
  await requireFilm(ctx, filmId)
  return ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    tx.announce(() => ctx.changes.report('hidden', viewer.id))
    await queries.upsertMutedFilm(tx.db, viewer.id, filmId, untilSeen)
    await refuseOverfull(tx, 'muted_films', viewer.id)
    return { muted: true }
  })
}

export async function unmuteFilm(ctx: Context, viewer: Viewer, filmId: number) {
  await queries.deleteMutedFilm(ctx.db, viewer.id, filmId)
  ctx.changes.report('hidden', viewer.id)
  return { muted: false }
}
