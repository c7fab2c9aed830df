import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { decodeCursor, toSkeleton } from '#server/core/pagination.ts'
import * as queries from './notifications.queries.ts'
import { notificationViews } from './notifications.views.ts'

const pageSize = 50

export async function readNotifications(
  ctx: Context,
  viewer: Viewer,
  page: { limit?: number | undefined; cursor?: string | undefined },
) {
  const limit = page.limit ?? pageSize
  const rows = await queries.notificationsSkeleton(ctx.db, viewer.id, limit + 1, decodeCursor(page.cursor))
  const { ids, next } = toSkeleton(rows, limit)
  return { items: await notificationViews(ctx, viewer.id, ids), next }
}

export async function countUnread(ctx: Context, viewer: Viewer) {
  return { count: await queries.countUnread(ctx.db, viewer.id) }
}

export async function markAllRead(ctx: Context, viewer: Viewer) {
  await queries.markAllRead(ctx.db, viewer.id, ctx.now())
}

/** @throws notification.not_found, also for another member's. */
export async function markOneRead(ctx: Context, viewer: Viewer, id: string) {
  if (!(await queries.markOneRead(ctx.db, viewer.id, id, ctx.now()))) throw fail('notification.not_found')
}
