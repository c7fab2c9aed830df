import { isNarrower, type Audience } from '#shared/audience.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#shared/api/members.ts'
import { filmSearchText } from '#server/domains/films/films.service.ts'
import { listSearchText } from '#server/domains/lists/lists.service.ts'
import { countNextFilms } from '#server/domains/logs/film-stats.queries.ts'
import { searchedNames } from '#server/domains/members/members.service.ts'
import type { TestApp } from './harness.ts'

export interface TestMember {
  id: string
  username: string
  email: string
  token: string
  role: Role
}

/** A verified member with a session; no password unless a test registers one over HTTP. */
export async function buildMember(
  { db }: Pick<TestApp, 'db'>,
  overrides: { username?: string; name?: string; verified?: boolean; role?: Role } = {},
): Promise<TestMember> {
  const id = uuidv7()
  const username = overrides.username ?? `m_${randomBytes(6).toString('hex')}`
  const email = `${username.toLowerCase()}@example.org`
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('members')
    .values({
      id,
      username,
      email,
      name: overrides.name ?? null,
      role: overrides.role ?? 'member',
      ...searchedNames(username, overrides.name ?? null),
      email_verified_at: overrides.verified === false ? null : new Date(),
    })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      member_id: id,
      token_hash: createHash('sha256').update(token).digest(),
      expires_at: new Date(Date.now() + 86_400_000),
      confirmed_at: new Date(),
    })
    .execute()
  return { id, username, email, token, role: overrides.role ?? 'member' }
}

/** A film that Scene already remembers. `id` defaults to one that the built-in catalogue does not have. */
export async function buildFilm(
  { db }: TestApp,
  overrides: {
    id?: number
    title?: string
    releaseDate?: string
    runtime?: number
    genreIds?: number[]
    voteAverage?: number
    language?: string
    countries?: string[]
  } = {},
) {
  const id = overrides.id ?? 1_500_000_000 + randomBytes(3).readUIntBE(0, 3)
  const title = overrides.title ?? `Film ${id}`
  await db
    .insertInto('films')
    .values({
      id,
      title,
      original_title: title,
      search_text: filmSearchText(title, title),
      release_date: overrides.releaseDate ?? '2011-05-01',
      runtime: overrides.runtime ?? 0,
      genre_ids: overrides.genreIds ?? [],
      vote_average: overrides.voteAverage ?? 0,
      original_language: overrides.language ?? '',
      origin_countries: overrides.countries ?? [],
      poster_path: `/poster${id}-0.jpg`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { id, title }
}

/** A log written straight into the tables, with the counters that the service would keep. */
export async function buildLog(
  app: TestApp,
  given: {
    author: { id: string }
    film: { id: number }
    review?: string
    rating?: number
    createdAt?: Date
    watchedAt?: string
    likeCount?: number
    gif?: string
    image?: string
    tags?: string[]
    /** No entry of the diary. */
    seenOnly?: boolean
    audience?: Audience
  },
) {
  const id = uuidv7()
  const { createdAt = new Date(), audience = 'members' } = given
  const first = await app.db
    .selectFrom('logs')
    .select('id')
    .where('member_id', '=', given.author.id)
    .where('film_id', '=', given.film.id)
    .where('audience', '<=', 'members')
    .executeTakeFirst()
  await app.db
    .insertInto('logs')
    .values({
      id,
      member_id: given.author.id,
      film_id: given.film.id,
      review: given.review ?? '',
      rating: given.rating === undefined ? null : given.rating * 2,
      watched_at: given.watchedAt ?? null,
      like_count: given.likeCount ?? 0,
      gif: given.gif ?? null,
      image: given.image ?? null,
      tags: given.tags ?? [],
      is_mark: given.seenOnly ?? false,
      audience,
      created_at: createdAt,
    })
    .execute()
  await app.db
    .updateTable('diaries')
    .set((eb) => ({
      films_count: eb('films_count', '+', first || isNarrower(audience, 'members') ? 0 : 1),
      ...(!given.seenOnly &&
        !isNarrower(audience, 'followers') && {
          last_log_at: eb.fn<Date>('greatest', ['last_log_at', eb.val(createdAt)]),
        }),
      ...(!given.seenOnly && audience === 'mutuals' && { last_mutual_log_at: createdAt }),
    }))
    .where('member_id', '=', given.author.id)
    .execute()
  await app.db.deleteFrom('film_stats').where('film_id', '=', given.film.id).execute()
  await countNextFilms(app.db, given.film.id - 1, 1)
  return { id }
}

/** A GIF that a member was shown, as whatever carries it names it. */
export async function buildGif({ db }: Pick<TestApp, 'db'>): Promise<string> {
  const address = `/gifs/giphy/${randomUUID()}.webp`
  await db
    .insertInto('gifs')
    .values({ address, provider: 'giphy', title: 'Rain', width: 320, height: 240 })
    .execute()
  return address
}

/** A list written straight into the tables, with the counters that the service would keep. */
export async function buildList(
  { db }: TestApp,
  given: {
    author: { id: string }
    title?: string
    films?: { id: number }[]
    isPrivate?: boolean
    audience?: Audience
    isRanked?: boolean
    cover?: string
    createdAt?: Date
    /** The last one liked it last. */
    likedBy?: { id: string }[]
    savedBy?: { id: string }[]
    editedBy?: { id: string }[]
  },
) {
  const id = uuidv7()
  const { title = 'A list', films = [], likedBy = [], savedBy = [], editedBy = [] } = given
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000)
  await db
    .insertInto('lists')
    .values({
      id,
      member_id: given.author.id,
      title,
      search_text: listSearchText(title),
      cover: given.cover ?? null,
      audience: given.audience ?? (given.isPrivate ? 'me' : 'members'),
      is_ranked: given.isRanked ?? false,
      like_count: likedBy.length,
      save_count: savedBy.length,
      films_count: films.length,
      created_at: given.createdAt ?? new Date(),
    })
    .execute()
  for (const [position, film] of films.entries())
    await db.insertInto('list_films').values({ list_id: id, film_id: film.id, position }).execute()
  for (const [index, member] of likedBy.entries())
    await db
      .insertInto('list_likes')
      .values({ list_id: id, member_id: member.id, created_at: later(index) })
      .execute()
  for (const member of savedBy)
    await db.insertInto('list_saves').values({ list_id: id, member_id: member.id }).execute()
  for (const member of editedBy) {
    const now = new Date()
    const editor = { list_id: id, member_id: member.id, invited_at: now, accepted_at: now }
    await db.insertInto('list_editors').values(editor).execute()
  }
  return { id }
}

export async function follow(
  { db }: Pick<TestApp, 'db'>,
  follower: { id: string },
  followee: { id: string },
) {
  await db.insertInto('follows').values({ follower_id: follower.id, followee_id: followee.id }).execute()
  await db
    .updateTable('members')
    .set((eb) => ({ following_count: eb('following_count', '+', 1) }))
    .where('id', '=', follower.id)
    .execute()
  await db
    .updateTable('members')
    .set((eb) => ({ followers_count: eb('followers_count', '+', 1) }))
    .where('id', '=', followee.id)
    .execute()
}

/** An import that ended, with a row for each film that could not be told surely. */
export async function buildImport(
  { db }: TestApp,
  given: { member: { id: string }; films?: { id: number }[]; title?: string },
) {
  const id = uuidv7()
  const { films = [], title = 'A film' } = given
  const now = new Date()
  await db
    .insertInto('imports')
    .values({
      id,
      member_id: given.member.id,
      source: 'letterboxd',
      files: [`${title}.csv`],
      state: 'done',
      total: films.length,
      doubtful: films.length,
      file_hash: Buffer.from(id),
      created_at: now,
      finished_at: now,
    })
    .execute()
  const entry = { kind: 'log', title, year: 2000, watchedAt: null, rating: null, review: title, list: null }
  for (const [index, film] of films.entries())
    await db
      .insertInto('import_rows')
      .values({
        import_id: id,
        row: index + 1,
        kind: 'log',
        file: 'diary.csv',
        line: index + 2,
        entry: JSON.stringify(entry),
        state: 'doubtful',
        reason: 'other-title',
        confidence: 50,
        candidates: [film.id],
      })
      .execute()
  return { id }
}

/** An evening that has ended, with everybody's yes to all films. Answers its code. */
export async function buildEvening(
  app: Pick<TestApp, 'db'>,
  host: { id: string },
  others: readonly { id: string }[],
  films: readonly { id: number }[],
): Promise<string> {
  const id = uuidv7()
  const code = randomBytes(3).toString('hex').toUpperCase()
  const now = new Date()
  await app.db
    .insertInto('evenings')
    .values({
      id,
      code,
      host_id: host.id,
      hide_seen: true,
      size: 20,
      state: 'done',
      seed: randomUUID(),
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  const people = [host, ...others].map((member) => ({
    id: uuidv7(),
    evening_id: id,
    member_id: member.id,
    joined_at: now,
  }))
  await app.db.insertInto('evening_people').values(people).execute()
  await app.db
    .insertInto('evening_cards')
    .values(films.map((film, position) => ({ evening_id: id, film_id: film.id, position, wanted: 1 })))
    .execute()
  await app.db
    .insertInto('evening_votes')
    .values(
      people.flatMap((person) => films.map((film) => ({ person_id: person.id, film_id: film.id, vote: 2 }))),
    )
    .execute()
  return code
}
