import type { ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/notifications.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf } from '#server/core/keyset.ts'
import * as queries from './notifications.queries.ts'
import { groupViews, notificationViews } from './notifications.views.ts'

const pageSize = 50

export async function listNotifications(
  ctx: Context,
  viewer: Viewer,
  { kind, ...query }: ParsedQuery<typeof api.listNotifications>,
) {
  const page = pageOf(query, pageSize)
  const { ids, next } = await queries.selectNotificationIds(ctx.db, viewer.id, kind, page)
  return { items: await notificationViews(ctx, viewer.id, ids, viewer.titles.language), next }
}

export async function listGroups(
  ctx: Context,
  viewer: Viewer,
  { kind, ...query }: ParsedQuery<typeof api.listNotificationGroups>,
) {
  const reader = { memberId: viewer.id, locale: viewer.titles.language }
  const { rows, next } = await queries.selectGroups(ctx.shortReads, reader, kind, pageOf(query, pageSize))
  return { items: groupViews(rows), next }
}

export async function countUnread(ctx: Context, viewer: Viewer) {
  return { count: await queries.countUnread(ctx.shortReads, viewer.id) }
}

export async function markAllRead(ctx: Context, viewer: Viewer) {
  await queries.markAllRead(ctx.db, viewer.id, ctx.now())
}

/** @throws notification.not_found, also for another member's. */
export async function markOneRead(ctx: Context, viewer: Viewer, id: string) {
  if (!(await queries.markOneRead(ctx.db, viewer.id, id, ctx.now()))) throw fail('notification.not_found')
}
