import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { insertLikeNotifications, type NewLikes } from '#server/domains/notifications/likes.queries.ts'
import type { TestMember } from './factories.ts'
import type { TestApp } from './harness.ts'

const marks = {
  log: { table: 'log_likes', column: 'log_id' },
  reply: { table: 'reply_likes', column: 'reply_id' },
  list: { table: 'list_likes', column: 'list_id' },
} as const

interface Like {
  by: TestMember
  at: string
  id: string
  of?: NewLikes['of'] | undefined
}

/** A like of a moment, told as its event tells it; answers the notification. */
export async function tellLike(app: Pick<TestApp, 'db'>, { by, at, id, of = 'log' }: Like): Promise<string> {
  const { table, column } = marks[of]
  await sql`insert into ${sql.table(table)} (${sql.ref(column)}, member_id) values (${id}, ${by.id})`.execute(
    app.db,
  )
  const notificationId = uuidv7()
  const given = { notificationIds: [notificationId], of, id, memberIds: [by.id], createdAt: new Date(at) }
  await insertLikeNotifications(given).execute(app.db)
  return notificationId
}
