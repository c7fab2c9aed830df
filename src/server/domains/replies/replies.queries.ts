import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { GifColumns } from '#server/domains/gifs/gifs.views.ts'

export interface ReplyRow extends GifColumns {
  id: string
  member_id: string | null
  username: string | null
  avatar: string | null
  text: string
  gif: string | null
  image: string | null
  deleted: boolean
  like_count: number
  liked: boolean
  likes: string[]
  created_at: Date
  parent_id: string | null
  /** Author of what it answers; null where that is gone or the reply is a top-level comment. */
  parent_username: string | null
  root_id: string | null
  answer_count: number
  /** The author's own newest rating of the film, in half steps. */
  rating: number | null
}

/** Replies by id, in the order asked for. */
export async function readReplies(
  db: Db,
  viewerId: string,
  ids: string[],
  likers: number,
): Promise<ReplyRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReplyRow>`
    select r.id, r.member_id, m.username, m.avatar, r.text, r.gif, r.image, r.deleted, r.like_count,
      r.created_at, r.parent_id, r.root_id, r.answer_count, pm.username as parent_username,
      g.title as gif_title, g.width as gif_width, g.height as gif_height,
      exists (select 1 from reply_likes k where k.reply_id = r.id and k.member_id = ${viewerId}) as liked,
      case when r.like_count = 0 then '{}'::uuid[] else array(
        select k.member_id from reply_likes k where k.reply_id = r.id
        order by k.created_at desc, k.member_id limit ${likers}
      ) end as likes,
      (select own.rating from logs own
        where own.member_id = r.member_id and own.film_id = l.film_id and own.rating is not null
        order by own.created_at desc, own.id desc limit 1) as rating
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join replies r on r.id = wanted.id
    join logs l on l.id = r.log_id
    left join members m on m.id = r.member_id
    left join replies p on p.id = r.parent_id and not p.deleted
    left join members pm on pm.id = p.member_id
    left join gifs g on g.address = r.gif
    order by wanted.position`.execute(db)
  return rows
}

/** Top-level replies of a log, most liked first. */
export async function topReplyIds(db: Db, logId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('replies')
    .select('id')
    .where('log_id', '=', logId)
    .where('parent_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('like_count', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
