import { sql } from 'kysely'
import type { Thread } from '#shared/api/replies.ts'
import { listOpenTo } from '#server/domains/lists/lists.views.ts'
import { maySeeWritten, type Viewing } from '#server/core/audience.ts'

const places = {
  log: { table: 'logs', column: 'log_id', openTo: maySeeWritten },
  list: { table: 'lists', column: 'list_id', openTo: listOpenTo },
} as const

/** For logs and lists: their table, and the column of `replies` that refers to it. */
export const threadPlaces = Object.values(places)

/** Of these the one that a thread is on. */
export const placeOf = ({ on }: Thread) => places[on]

/** Whether a row of `replies` is of the thread. */
export const isOfThread = (thread: Thread) =>
  sql<boolean>`${sql.ref(`replies.${placeOf(thread).column}`)} = ${thread.id}`

/** Whether a reply, by its alias `r`, is below a log or list that the viewer may open. */
export const isInOpenThread = (viewer: Viewing) =>
  sql<boolean>`(exists (select from logs t where t.id = r.log_id and ${maySeeWritten(viewer, 't')})
    or exists (select from lists t where t.id = r.list_id and ${listOpenTo(viewer, 't')}))`

/** The thread that the row of a reply names. */
export function threadOf({ log_id, list_id }: { log_id: string | null; list_id: string | null }): Thread {
  if (log_id !== null) return { on: 'log', id: log_id }
  return { on: 'list', id: list_id ?? '' }
}
