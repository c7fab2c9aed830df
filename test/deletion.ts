import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { TestApp } from './harness.ts'

/** Every table of every domain and of the job queue, with the number of rows that hold the text anywhere. */
export async function tablesWith({ db }: TestApp, text: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const found: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.raw(name)} as t where strpos(lower(t::text), ${text.toLowerCase()}) > 0`.execute(
      db,
    )
    if (rows[0]?.n) found[name] = rows[0].n
  }
  return found
}

/** Every counter that is kept, beside what the rows say. */
export async function wrongCounters({ db }: TestApp) {
  const { rows } = await sql<{ what: string; id: string }>`
    select 'likes of a log' as what, id from logs
      where like_count <> (select count(*) from log_likes k where k.log_id = logs.id)
    union all select 'replies of a log', id from logs
      where reply_count <> (select count(*) from replies r where r.log_id = logs.id and not r.deleted)
    union all select 'likes of a reply', id from replies
      where like_count <> (select count(*) from reply_likes k where k.reply_id = replies.id)
    union all select 'answers below a comment', id from replies
      where answer_count <> (select count(*) from replies a where a.root_id = replies.id and not a.deleted)
    union all select 'a placeholder of nothing', id from replies
      where deleted and not exists (select 1 from replies a where a.parent_id = replies.id)
    union all select 'likes of a list', id from lists
      where like_count <> (select count(*) from list_likes k where k.list_id = lists.id)
    union all select 'saves of a list', id from lists
      where save_count <> (select count(*) from list_saves s where s.list_id = lists.id)
    union all select 'replies of a list', id from lists
      where reply_count <> (select count(*) from replies r where r.list_id = lists.id and not r.deleted)
    union all select 'films of a list', id from lists
      where films_count <> (select count(*) from list_films f where f.list_id = lists.id)
    union all select 'followers', id from members
      where followers_count <> (select count(*) from follows f where f.followee_id = members.id)
    union all select 'following', id from members
      where following_count <> (select count(*) from follows f where f.follower_id = members.id)
    union all select 'a diary', id from members where not exists (select from diaries d where d.member_id = members.id)
    union all select 'films', member_id from diaries d
      where films_count <> (select count(distinct film_id) from logs l where l.member_id = d.member_id and l.audience <= 'members')
    union all select 'last log', member_id from diaries d where last_log_at is distinct from
      (select max(created_at) from logs l where l.member_id = d.member_id and not l.seen_only and l.audience <= 'followers')
    union all select 'last log for mutual followers', member_id from diaries d where last_mutual_log_at is distinct from
      (select nullif(max(created_at) filter (where audience <= 'mutuals'), max(created_at) filter (where audience <= 'followers'))
        from logs l where l.member_id = d.member_id and not l.seen_only)
    union all select 'rows of an import', id from imports i where (total, imported, skipped, not_found, doubtful, failed, not_films)
      <> (select count(*), count(*) filter (where state = 'imported'), count(*) filter (where state = 'skipped'),
          count(*) filter (where state = 'not-found'), count(*) filter (where state = 'doubtful'),
          count(*) filter (where state = 'failed'), count(*) filter (where state = 'not-film')
        from import_rows r where r.import_id = i.id)
    union all select 'a rating by hand of a film without logs', id from film_ratings r
      where not exists (select from logs l where l.member_id = r.member_id and l.film_id = r.film_id)`.execute(
    db,
  )
  return [...rows, ...(await wrongFilmStats(db))]
}

/** Films whose logs or ratings are counted wrongly, or not at all; a member rates a film by hand or by a log, the newest counts. */
async function wrongFilmStats(db: TestApp['db']) {
  // What is narrower is not counted.
  const logs = await db
    .selectFrom('logs')
    .where('audience', '<=', 'members')
    .select(['film_id', 'member_id', 'rating', 'seen_only', 'created_at as at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byHand = await db
    .selectFrom('film_ratings')
    .select(['film_id', 'member_id', 'rating', 'set_at as at'])
    .orderBy('set_at')
    .orderBy('id')
    .execute()
  // Of one moment what was set by hand comes last.
  const given = [...logs.filter((log) => log.rating !== null), ...byHand].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  const kept = await db.selectFrom('film_stats').selectAll().execute()
  const right = new Map(
    [...new Set([...kept, ...logs].map((row) => row.film_id))].map((filmId) => {
      const ofFilm = logs.filter((log) => log.film_id === filmId)
      const newest = new Map(
        given.filter((one) => one.film_id === filmId).map((one) => [one.member_id, one.rating]),
      )
      const ratings = [...newest.values()].filter((rating) => rating !== null)
      return [
        filmId,
        {
          film_id: filmId,
          logs: ofFilm.length,
          logs_step: Math.min(ofFilm.length, Math.floor(ofFilm.length / 8) + 7),
          marks: ofFilm.filter((log) => log.seen_only).length,
          ratings: ratings.length,
          rating_sum: ratings.reduce((sum, rating) => sum + rating, 0),
          by_rating: Array.from(
            { length: 10 },
            (_, index) => ratings.filter((one) => one === index + 1).length,
          ),
        },
      ]
    }),
  )
  return [...right].flatMap(([filmId, row]) =>
    isDeepStrictEqual(
      row,
      kept.find((one) => one.film_id === filmId),
    )
      ? []
      : [{ what: 'logs and ratings of a film', id: String(filmId) }],
  )
}

/** Written straight into the tables, with the counter that the service would keep. */
export async function buildReply(
  { db }: TestApp,
  author: { id: string },
  /** The id of a log, or of a list. */
  on: string | { list: string },
  given: { parent?: string; image?: string } = {},
) {
  const id = uuidv7()
  const [table, column, threadId] =
    typeof on === 'string' ? (['logs', 'log_id', on] as const) : (['lists', 'list_id', on.list] as const)
  const parent = given.parent
    ? await db.selectFrom('replies').selectAll().where('id', '=', given.parent).executeTakeFirstOrThrow()
    : null
  const root = parent && (parent.root_id ?? parent.id)
  await db
    .insertInto('replies')
    .values({
      id,
      [column]: threadId,
      member_id: author.id,
      parent_id: given.parent ?? null,
      root_id: root,
      text: `words of ${author.id}`,
      image: given.image ?? null,
    })
    .execute()
  await db
    .updateTable(table)
    .set((eb) => ({ reply_count: eb('reply_count', '+', 1) }))
    .where('id', '=', threadId)
    .execute()
  if (root)
    await db
      .updateTable('replies')
      .set((eb) => ({ answer_count: eb('answer_count', '+', 1) }))
      .where('id', '=', root)
      .execute()
  return id
}

export async function likeReply({ db }: TestApp, member: { id: string }, replyId: string) {
  await db.insertInto('reply_likes').values({ reply_id: replyId, member_id: member.id }).execute()
  await db
    .updateTable('replies')
    .set((eb) => ({ like_count: eb('like_count', '+', 1) }))
    .where('id', '=', replyId)
    .execute()
}

/** A list of one film, liked and saved by `likers`. */
export async function buildList(
  { db }: TestApp,
  owner: { id: string },
  given: { film: { id: number }; likers?: { id: string }[]; cover?: string },
) {
  const id = uuidv7()
  const likers = given.likers ?? []
  await db
    .insertInto('lists')
    .values({
      id,
      member_id: owner.id,
      title: 'A list',
      cover: given.cover ?? null,
      like_count: likers.length,
      save_count: likers.length,
      films_count: 1,
    })
    .execute()
  await db.insertInto('list_films').values({ list_id: id, film_id: given.film.id, position: 1 }).execute()
  for (const { id: member_id } of likers) {
    await db.insertInto('list_likes').values({ list_id: id, member_id }).execute()
    await db.insertInto('list_saves').values({ list_id: id, member_id }).execute()
  }
  return id
}
