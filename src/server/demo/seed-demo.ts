import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { createRandom, fnv1a } from '#built-in/seeded-random.ts'
import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import type { Db } from '#server/db/database.ts'
import { deleteAccount } from '#server/domains/account-deletion/account-deletion.service.ts'
import { hashPassword } from '#server/domains/accounts/passwords.ts'
import { upsertFilm } from '#server/domains/films/films.service.ts'
import { pictureUrl } from '#server/domains/films/films.views.ts'
import { listSearchText } from '#server/domains/lists/lists.service.ts'
import { countFilmsAfter, diaryByLogs } from '#server/domains/logs/film-stats.service.ts'
import { searchedNames } from '#server/domains/members/members.service.ts'
import { insertAll } from './insert-all.ts'
import { plan, type PlannedList } from '#built-in/demo/plan.ts'
import { demoMembers, demoPassword, type DemoMember } from '#built-in/demo/people.ts'
import { addListThread, addLogs } from './seed-logs.ts'

export interface DemoLogin {
  email: string
  password: string
}

const random = (seed: string) => createRandom(fnv1a(seed))

const emailOf = (member: DemoMember) => `${member.username}@scene.example`

const demoLogin: DemoLogin = { email: `${demoMembers[0]?.username}@scene.example`, password: demoPassword }

/**
 * Fills an empty database with the demo community and answers a login. Null when there are members already and no
 * demo, and while the film source is down.
 */
export async function seedDemo(ctx: Context): Promise<DemoLogin | null> {
  const anyone = await ctx.db.selectFrom('members').select('id').limit(1).executeTakeFirst()
  if (!anyone) return addDemo(ctx)
  const there = await ctx.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', demoLogin.email)
    .executeTakeFirst()
  return there ? demoLogin : null
}

/** Finds members with a name or an address of the demo community. */
export async function findDemoNames({ db }: Pick<Context, 'db'>) {
  const { rows } = await sql<{ username: string; demo: boolean }>`
    select username, demo from members
    where demo or lower(username) = any(${demoMembers.map(({ username }) => username.toLowerCase())}::text[])
      or email = any(${demoMembers.map(emailOf)}::text[])
    order by username`.execute(db)
  return rows
}

/** Deletes the accounts of the demo community in the usual way; answers how many. */
export async function clearDemo(ctx: Context): Promise<number> {
  const members = await ctx.db.selectFrom('members').select('id').where('demo', '=', true).execute()
  for (const member of members) await deleteAccount(ctx, member)
  return members.length
}

/** Adds the demo community in one transaction, when its names are free; null while the film source is down. */
export async function addDemo(ctx: Context): Promise<DemoLogin | null> {
  const planned = plan(random('scene-demo-v1'), random('scene-demo-threads-v1'), ctx.now())
  const films = await loadFilms(ctx, planned.filmIds)
  if (!films) return null
  const community = withFilms(planned, films)
  const passwordHash = await hashPassword(demoPassword)
  await ctx.transact(async ({ db }) => {
    for (const details of films.values()) await upsertFilm(db, details, ctx.now())
    const ids = await addMembers(db, films, passwordHash, community.joinedAt)
    const id = (username: string) => ids.get(username) ?? ''
    await insertAll(
      db,
      'follows',
      community.follows.map(({ by, whom, at }) => ({
        follower_id: id(by),
        followee_id: id(whom),
        created_at: at,
      })),
    )
    await addLogs(db, community.logs, id)
    await addShelves(db, community, id)
    await addPosters(db, community, films, id)
    await addLists(db, community.lists, films, id)
    await countAll(db, [...ids.values()])
  })
  return demoLogin
}

type Films = ReadonlyMap<number, SourceFilmDetails>

/**
 * The films that the source has, by their numbers. A real film database lacks the catalogue's own numbers, and may
 * have merged some. Null while it is down: the next start tries again.
 */
async function loadFilms(ctx: Context, filmIds: number[]): Promise<Films | null> {
  const films = new Map<number, SourceFilmDetails>()
  try {
    for (const filmId of filmIds) {
      const details = await ctx.filmSource.film(filmId)
      if (details?.id === filmId) films.set(filmId, details)
    }
    return films
  } catch (error) {
    if (!isFailure(error, 'film.source_down')) throw error
    ctx.logger.warn('the film database does not answer: the demo community waits for the next start')
    return null
  }
}

function withFilms(planned: ReturnType<typeof plan>, films: Films): ReturnType<typeof plan> {
  const known = <T extends { film: number }>(marks: T[]) => marks.filter((mark) => films.has(mark.film))
  return {
    ...planned,
    logs: known(planned.logs),
    watchlists: known(planned.watchlists),
    hearts: known(planned.hearts),
    posters: known(planned.posters),
    lists: planned.lists.map((list) => ({ ...list, films: list.films.filter((film) => films.has(film)) })),
  }
}

async function addMembers(db: Db, films: Films, passwordHash: string, joinedAt: Date) {
  const ids = new Map(demoMembers.map((member) => [member.username, uuidv7({ msecs: joinedAt.getTime() })]))
  await insertAll(
    db,
    'members',
    demoMembers.map((member) => ({
      id: ids.get(member.username) ?? '',
      username: member.username,
      email: emailOf(member),
      password_hash: passwordHash,
      email_verified_at: joinedAt,
      welcomed_at: joinedAt,
      demo: true,
      name: member.name,
      bio: member.bio,
      locale: member.locale,
      avatar: `/art/avatar-${member.username}.webp`,
      backdrop: coverOf(films, member.favourites[0]),
      favorite_film_ids: member.favourites.filter((film) => films.has(film)),
      socials: JSON.stringify(member.socials),
      ...searchedNames(member.username, member.name),
      created_at: joinedAt,
    })),
  )
  return ids
}

async function addShelves(
  db: Db,
  { watchlists, hearts }: ReturnType<typeof plan>,
  id: (username: string) => string,
) {
  await insertAll(
    db,
    'watchlist_items',
    watchlists.map(({ by, film, at, isPrivate }) => ({
      member_id: id(by),
      film_id: film,
      audience: isPrivate ? 'me' : 'members',
      created_at: at,
    })),
  )
  await insertAll(
    db,
    'favourites',
    hearts.map(({ by, film, at }) => ({ member_id: id(by), film_id: film, created_at: at })),
  )
}

/** The third poster is chosen, so that it differs from the usual one. */
async function addPosters(
  db: Db,
  { posters }: ReturnType<typeof plan>,
  films: Films,
  id: (username: string) => string,
) {
  const rows = posters.flatMap(({ by, film }) => {
    const path = films.get(film)?.posters[2]?.file_path
    return path ? [{ member_id: id(by), film_id: film, poster_path: path }] : []
  })
  await insertAll(db, 'poster_overrides', rows)
}

/** Likes of the first member's lists have notifications, which are read already. */
async function addLists(db: Db, lists: PlannedList[], films: Films, id: (username: string) => string) {
  for (const list of lists) {
    const listId = uuidv7({ msecs: list.at.getTime() })
    await insertAll(db, 'lists', [
      {
        id: listId,
        member_id: id(list.by),
        title: list.title,
        search_text: listSearchText(list.title),
        description: list.description,
        tags: list.tags ?? [],
        cover: coverOf(films, list.cover),
        audience: list.private ? 'me' : 'members',
        is_ranked: list.ranked,
        created_at: list.at,
        updated_at: list.at,
      },
    ])
    await insertAll(
      db,
      'list_films',
      list.films.map((film, position) => ({
        list_id: listId,
        film_id: film,
        position,
        note: list.notes?.[film] ?? '',
      })),
    )
    const by = (marks: { by: string; at: Date }[]) =>
      marks.map((mark) => ({ list_id: listId, member_id: id(mark.by), created_at: mark.at }))
    await insertAll(db, 'list_likes', by(list.likes))
    await insertAll(db, 'list_saves', by(list.saves))
    await addListThread(db, listId, list.thread, id(list.by), id)
    if (list.by === demoMembers[0]?.username)
      await insertAll(
        db,
        'notifications',
        list.likes.map((like) => ({
          id: uuidv7({ msecs: like.at.getTime() }),
          type: 'list_like',
          member_id: id(list.by),
          from_id: id(like.by),
          list_id: listId,
          created_at: like.at,
          read_at: like.at,
        })),
      )
  }
}

/** A film's backdrop as a cover, ready to show. */
const coverOf = (films: Films, film: number | undefined) =>
  pictureUrl(films.get(film ?? 0)?.backdrop_path ?? null, 'w1280')

/** Sets all counters from the rows, since the bulk load bypassed the services. */
async function countAll(db: Db, members: readonly string[]): Promise<void> {
  const theirs = sql`any(${members}::uuid[])`
  // Counts by other members' logs of these films are included.
  await sql`delete from film_stats where film_id in (select film_id from logs where member_id = ${theirs})`.execute(
    db,
  )
  for (let after: number | null = 0; after !== null;) after = await countFilmsAfter(db, after)
  await sql`
    update logs l set
      like_count = (select count(*) from log_likes k where k.log_id = l.id),
      reply_count = (select count(*) from replies r where r.log_id = l.id and not r.deleted)
    where member_id = ${theirs}`.execute(db)
  await sql`
    update replies r set
      like_count = (select count(*) from reply_likes k where k.reply_id = r.id),
      answer_count = (select count(*) from replies a where a.root_id = r.id and not a.deleted)
    where member_id = ${theirs}`.execute(db)
  await sql`
    update lists l set
      like_count = (select count(*) from list_likes k where k.list_id = l.id),
      save_count = (select count(*) from list_saves s where s.list_id = l.id),
      films_count = (select count(*) from list_films f where f.list_id = l.id),
      reply_count = (select count(*) from replies r where r.list_id = l.id and not r.deleted)
    where member_id = ${theirs}`.execute(db)
  await sql`
    update members m set
      followers_count = (select count(*) from follows f where f.followee_id = m.id),
      following_count = (select count(*) from follows f where f.follower_id = m.id)
    where id = ${theirs}`.execute(db)
  await sql`
    update diaries d set (films_count, last_log_at, last_mutual_log_at) = (${diaryByLogs('d.member_id')})
    where member_id = ${theirs}`.execute(db)
}
