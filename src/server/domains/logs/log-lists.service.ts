import type { DiscussedLog, Log, LogTile } from '#shared/api/logs.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { decodeCursor, toSkeleton, type Page } from '#server/core/pagination.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { threadBeginnings } from '#server/domains/replies/replies.views.ts'
import * as queries from './log-lists.queries.ts'
import { logTiles, logViews } from './log.views.ts'

interface Listed<T> {
  items: T[]
  next: string | null
}

const feedSize = 18
const periodSize = 60
const memberLogsSize = 5000
const filmLogsSize = 100
const popularSize = 3
const popularAllSize = 100
const repliesShown = 3
const friendsSize = 100

const dayMs = 86_400_000
const periodMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs }
export type Period = keyof typeof periodMs

/** What followed members logged. */
export async function readFeed(ctx: Context, viewer: Viewer, page: Page) {
  return followedTiles(ctx, viewer, page, page.limit ?? feedSize, null)
}

export function readPeriod(ctx: Context, viewer: Viewer, period: Period, page: Page) {
  const since = new Date(ctx.now().getTime() - periodMs[period])
  return followedTiles(ctx, viewer, page, page.limit ?? periodSize, since)
}

async function followedTiles(
  ctx: Context,
  viewer: Viewer,
  page: Page,
  limit: number,
  since: Date | null,
): Promise<Listed<LogTile>> {
  const cursor = decodeCursor(page.cursor)
  const rows = await queries.feedSkeleton(ctx.db, viewer.id, limit + 1, cursor, since)
  const { ids, next } = toSkeleton(rows, limit)
  return { items: await logTiles(ctx, viewer, ids), next }
}

export async function readMemberLogs(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  query: Page & { sort?: queries.LogSort | undefined; reviews?: boolean | undefined },
): Promise<Listed<Log>> {
  const cursor = decodeCursor(query.cursor)
  await requireMember(ctx, userId)
  const limit = query.limit ?? memberLogsSize
  const by = { sort: query.sort ?? 'created', reviews: query.reviews ?? false }
  const rows = await queries.memberLogsSkeleton(ctx.db, userId, by, limit + 1, cursor)
  const { ids, next } = toSkeleton(rows, limit)
  return { items: await logViews(ctx, viewer, ids), next }
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
  query: Page & { all?: boolean | undefined },
): Promise<Listed<DiscussedLog>> {
  const limit = query.limit ?? (query.all ? popularAllSize : popularSize)
  const rows = await queries.popularSkeleton(ctx.db, filmId, limit + 1, decodeCursor(query.cursor))
  const { ids, next } = toSkeleton(rows, limit)
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
  page: Page,
): Promise<Listed<Log>> {
  const limit = page.limit ?? friendsSize
  const cursor = decodeCursor(page.cursor)
  const rows = await queries.friendsSkeleton(ctx.db, viewer.id, filmId, limit + 1, cursor)
  const { ids, next } = toSkeleton(rows, limit)
  return { items: await logViews(ctx, viewer, ids), next }
}

/** What the film page shows of logs: the friends who logged it, how many they are, and one's own logs. */
export async function filmActivity(ctx: Context, viewer: Viewer, filmId: number, friendsShown: number) {
  const [popular, friends, mineIds] = await Promise.all([
    queries.popularSkeleton(ctx.db, filmId, popularSize, null),
    queries.friendsLogIds(ctx.db, viewer.id, filmId, friendsShown),
    queries.memberFilmLogIds(ctx.db, viewer.id, filmId, 20),
  ])
  const popularIds = popular.map((row) => row.id)
  const logs = await logViews(ctx, viewer, [...popularIds, ...friends.ids, ...mineIds])
  const byId = new Map(logs.map((log) => [log._id, log]))
  const those = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    popular: those(popularIds),
    friendsCount: friends.count,
    friends: those(friends.ids).map((log) => log.user),
    mine: those(mineIds),
  }
}
