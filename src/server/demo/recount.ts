import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Sets every counter that the services keep from the rows that a bulk load wrote. */
export async function recount(db: Db): Promise<void> {
  await sql`
    update logs l set
      like_count = (select count(*) from log_likes k where k.log_id = l.id),
      reply_count = (select count(*) from replies r where r.log_id = l.id and not r.deleted)`.execute(db)
  await sql`
    update replies r set
      like_count = (select count(*) from reply_likes k where k.reply_id = r.id),
      answer_count = (select count(*) from replies a where a.root_id = r.id and not a.deleted)`.execute(db)
  await sql`
    update lists l set
      like_count = (select count(*) from list_likes k where k.list_id = l.id),
      save_count = (select count(*) from list_saves s where s.list_id = l.id),
      films_count = (select count(*) from list_films f where f.list_id = l.id)`.execute(db)
  await sql`
    update members m set
      followers_count = (select count(*) from follows f where f.followee_id = m.id),
      following_count = (select count(*) from follows f where f.follower_id = m.id),
      films_count = (select count(distinct film_id) from logs l where l.member_id = m.id),
      last_log_at = (select max(created_at) from logs l where l.member_id = m.id)`.execute(db)
}
