import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { listReaders, requireShareableList } from '#server/domains/lists/list-access.service.ts'
import { logReaders, requireLog } from '#server/domains/logs/logs.service.ts'
import { isMutual, mutualIds } from '#server/domains/members/members.service.ts'

/**
 * Suggests a log. @throws share.nobody when no recipient is a mutual follower in the log's audience; log.not_found
 */
export async function shareLog(ctx: Context, viewer: Viewer, logId: string, recipients: string[]) {
  return ctx.transact(async (tx) => {
    await requireLog(tx.db, viewer, logId)
    const toIds = reached(await logReaders(tx.db, logId, await mutualIds(tx.db, viewer.id, recipients)))
    await tx.emit('log.shared', { logId, fromId: viewer.id, toIds })
    return { sent: toIds.length }
  })
}

/** Suggests a list. @throws share.nobody as for a log; list.not_found, list.private */
export async function shareList(ctx: Context, viewer: Viewer, listId: string, recipients: string[]) {
  return ctx.transact(async (tx) => {
    await requireShareableList(tx.db, viewer, listId)
    const toIds = reached(await listReaders(tx.db, listId, await mutualIds(tx.db, viewer.id, recipients)))
    await tx.emit('list.shared', { listId, fromId: viewer.id, toIds })
    return { sent: toIds.length }
  })
}

/** The recipients. @throws share.nobody when there is none */
function reached(toIds: string[]): string[] {
  if (toIds.length === 0) throw fail('share.nobody')
  return toIds
}

/** Suggests a film. @throws share.nobody unless the member is a mutual follower; film.not_found, film.source_down */
export async function shareFilm(ctx: Context, viewer: Viewer, toId: string, filmId: number) {
  const film = await requireFilm(ctx, filmId)
  return ctx.transact(async (tx) => {
    if (!(await isMutual(tx.db, viewer.id, toId))) throw fail('share.nobody')
    await tx.emit('film.shared', { filmId: film.id, fromId: viewer.id, toId })
    return { sent: 1 }
  })
}
