import type { DiscussedLog, Log, LogTile } from '#shared/api/logs.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type Listed, type Page, type PageQuery } from '#server/core/keyset.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { threadBeginnings } from '#server/domains/replies/replies.views.ts'
import * as queries from './log-lists.queries.ts'
import { logTiles, logViews } from './log.views.ts'

const feedSize = 18
const periodSize = 60
const memberLogsSize = 5000
const filmLogsSize = 100
const tagsSize = 500
const popularSize = 3
const popularAllSize = 100
const repliesShown = 3
const friendsSize = 100

const dayMs = 86_400_000
const periodMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs }
export type Period = keyof typeof periodMs

/** What followed members logged. */
export function readFeed(ctx: Context, viewer: Viewer, query: PageQuery) {
  return followedTiles(ctx, viewer, pageOf(query, feedSize), null)
}

export function readPeriod(ctx: Context, viewer: Viewer, period: Period, query: PageQuery) {
  const since = new Date(ctx.now().getTime() - periodMs[period])
  return followedTiles(ctx, viewer, pageOf(query, periodSize), since)
}

async function followedTiles(
  ctx: Context,
  viewer: Viewer,
  page: Page,
  since: Date | null,
): Promise<Listed<LogTile>> {
  const { ids, next } = await queries.feedSkeleton(ctx.db, viewer.id, page, since)
  return { items: await logTiles(ctx, viewer, ids), next }
}

export async function readMemberLogs(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  query: PageQuery & {
    sort?: queries.LogSort | undefined
    reviews?: boolean | undefined
    tag?: string | undefined
  },
): Promise<Listed<Log>> {
  await requireMember(ctx, userId)
  const by = { sort: query.sort ?? 'created', reviews: query.reviews ?? false, tag: query.tag }
  const page = pageOf(query, memberLogsSize)
  const { ids, next } = await queries.memberLogsSkeleton(ctx.db, userId, by, page)
  return { items: await logViews(ctx, viewer, ids), next }
}

/** The tags that a member gave, with how many logs have them. */
export async function readMemberTags(ctx: Context, userId: string) {
  await requireMember(ctx, userId)
  return queries.memberTags(ctx.db, userId, tagsSize)
}

export async function readMemberFilmLogs(ctx: Context, viewer: Viewer, userId: string, filmId: number) {
  await requireMember(ctx, userId)
  return logViews(ctx, viewer, await queries.memberFilmLogIds(ctx.db, userId, filmId, filmLogsSize))
}

/** Reviews of a film with the beginnings of their threads. */
export async function readPopular(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  query: PageQuery & { all?: boolean | undefined },
): Promise<Listed<DiscussedLog>> {
  const page = pageOf(query, query.all ? popularAllSize : popularSize)
  const { ids, next } = await queries.popularSkeleton(ctx.db, filmId, page)
  const [logs, threads] = await Promise.all([
    logViews(ctx, viewer, ids),
    threadBeginnings(ctx, viewer, ids, repliesShown),
  ])
  return { items: logs.map((log) => ({ ...log, replies: threads.get(log._id) ?? [] })), next }
}

/** What followed members say of a film: the newest log of each. */
export async function readFriendsLogs(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  query: PageQuery,
): Promise<Listed<Log>> {
  const page = pageOf(query, friendsSize)
  const { ids, next } = await queries.friendsSkeleton(ctx.db, viewer.id, filmId, page)
  return { items: await logViews(ctx, viewer, ids), next }
}

/** What the film page shows of logs: the friends who logged it, how many they are, and one's own logs. */
export async function filmActivity(ctx: Context, viewer: Viewer, filmId: number, friendsShown: number) {
  const [popular, friends, mineIds] = await Promise.all([
    queries.popularSkeleton(ctx.db, filmId, { limit: popularSize }),
    queries.friendsLogIds(ctx.db, viewer.id, filmId, friendsShown),
    queries.memberFilmLogIds(ctx.db, viewer.id, filmId, 20),
  ])
  const logs = await logViews(ctx, viewer, [...popular.ids, ...friends.ids, ...mineIds])
  const byId = new Map(logs.map((log) => [log._id, log]))
  const those = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    popular: those(popular.ids),
    friendsCount: friends.count,
    friends: those(friends.ids).map((log) => log.user),
    mine: those(mineIds),
  }
}
