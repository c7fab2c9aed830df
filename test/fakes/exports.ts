import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod'
import { downloadExport, listImportRows } from '#shared/api/transfer.ts'
import type { SceneList, SceneLog } from '#server/domains/transfer/scene-format.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildReply, likeReply } from '#test/deletion.ts'
import { buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import type { TestApp } from '#test/harness.ts'

/** The files of an archive by their path. */
export type Unpacked = Record<string, Uint8Array>

/** Downloads an export as its member would. */
export async function download(app: TestApp, as: TestMember) {
  const { status, data, headers } = await app.call(downloadExport, { as })
  const bytes = await buffer(data.body)
  return { status, headers, name: data.name, bytes, files: unzipSync(bytes) }
}

export const textAt = (files: Unpacked, path: string): string => strFromU8(files[path] ?? new Uint8Array())
export const jsonAt = (files: Unpacked, path: string): unknown => JSON.parse(textAt(files, path))
/** An array of the export, as the format has it. */
export const itemsAt = <Item>(files: Unpacked, path: string, item: z.ZodType<Item>): Item[] =>
  z.array(item).parse(jsonAt(files, path))

/** Films that the built-in film database knows. */
export const fiveFilms = (app: TestApp) =>
  Promise.all([496243, 13, 129, 155, 238].map((id) => requireFilm(app.ctx, id)))

export const reviews = [
  'One.\n\nTwo, "three"; ‘four’.',
  '=SUM(1;2)',
  "'=quoted already",
  '-1 of 5 <b>not bold</b> &amp; a < b & c',
  'مراجعة، بالعربية؟',
]

/** A member who has something of everything, and a friend with as much that is nobody else's business. */
export async function buildHistory(app: TestApp) {
  const { db } = app
  const member = await buildMember(app, { name: 'Layla' })
  const friend = await buildMember(app)
  await follow(app, member, friend)
  await follow(app, friend, member)
  const films = await fiveFilms(app)
  const [first, second, third] = films
  if (!first || !second || !third) throw new Error('the catalogue lacks films')
  const image = await keep(app, member, 'logs')
  const logs: string[] = []
  for (const [index, review] of reviews.entries()) {
    const { id } = await buildLog(app, {
      author: member,
      film: films[index] ?? first,
      review,
      rating: 0.5 + index,
      createdAt: new Date(Date.UTC(2024, 0, 10 + index, 20, 30)),
      ...(index !== 2 && { watchedAt: `2024-01-0${index + 1}` }),
      ...(index === 0 && { image, gif: '/gifs/scene/x.webp' }),
    })
    logs.push(id)
  }
  // The same film on the same day once more, and one without anything.
  const again = { author: member, film: first, watchedAt: '2024-01-01', review: 'Again.' }
  logs.push((await buildLog(app, { ...again, createdAt: new Date('2024-02-01T00:00:00.123Z') })).id)
  logs.push((await buildLog(app, { author: member, film: second, createdAt: new Date('2024-02-02') })).id)
  await db
    .updateTable('logs')
    .set({ spoilers: true, rewatch_count: 3, tags: ['cinema', 'with a friend'] })
    .where('id', '=', logs[0] ?? '')
    .execute()
  for (const [index, film] of films.entries()) {
    const created_at = new Date(Date.UTC(2023, 5, 1 + index))
    const kept = { member_id: member.id, film_id: film.id, created_at }
    await db
      .insertInto('watchlist_items')
      .values({ ...kept, audience: index === 1 ? 'me' : 'members' })
      .execute()
    await db.insertInto('favourites').values(kept).execute()
  }
  const cover = await keep(app, member, 'covers')
  const order = films.toReversed()
  await buildList(app, { author: member, title: 'Best of all', films: order, isRanked: true, cover })
  await buildList(app, { author: member, title: 'Best: of all', films: [third, first], isPrivate: true })
  const avatar = await keep(app, member, 'avatars')
  await db
    .updateTable('members')
    .set({ avatar, bio: 'Films.', favorite_film_ids: [second.id, first.id], password_hash: 'canary-hash' })
    .where('id', '=', member.id)
    .execute()
  await db
    .insertInto('poster_overrides')
    .values({ member_id: member.id, film_id: first.id, poster_path: '/mine.jpg' })
    .execute()

  const theirs = await buildLog(app, { author: friend, film: first, review: 'canary review', likeCount: 1 })
  await keep(app, friend, 'logs')
  const reply = await buildReply(app, member, theirs.id)
  const answer = await buildReply(app, friend, theirs.id, { parent: reply })
  await likeReply(app, member, answer)
  await db.insertInto('log_likes').values({ log_id: theirs.id, member_id: member.id }).execute()
  const likes = { author: friend, films: [first], likedBy: [member], savedBy: [member] }
  await buildList(app, { ...likes, title: 'Open to all' })
  await buildList(app, { ...likes, title: 'canary list', isPrivate: true })
  await db
    .insertInto('notifications')
    .values({
      id: uuidv7(),
      member_id: member.id,
      from_id: friend.id,
      type: 'suggest_movie',
      film_id: first.id,
    })
    .execute()
  const unwanted = await buildMember(app)
  await db.insertInto('blocks').values({ member_id: member.id, blocked_id: unwanted.id }).execute()
  await db
    .insertInto('mutes')
    .values({
      member_id: member.id,
      muted_id: friend.id,
      ends_at: new Date('2024-03-01'),
      notifications: true,
    })
    .execute()
  await db.insertInto('muted_words').values({ member_id: member.id, word: 'snow', pattern: 'snow' }).execute()
  await db
    .insertInto('muted_films')
    .values({ member_id: member.id, film_id: third.id, until_seen: true })
    .execute()
  await db
    .insertInto('refused_films')
    .values({ member_id: member.id, film_id: third.id, refused_at: new Date('2024-02-01') })
    .execute()
  return { member, friend, films, logs, media: { image, cover, avatar } }
}

/** A file in use, written straight into storage and table; its bytes are its path. */
async function keep({ ctx, db }: TestApp, member: TestMember, folder: string): Promise<string> {
  const inner = `${folder}/${uuidv7()}.webp`
  await ctx.storage.put(inner, Buffer.from(inner))
  const kind = { logs: 'log', covers: 'cover', avatars: 'avatar' }[folder] ?? 'log'
  const path = `/media/${inner}`
  await db
    .insertInto('media')
    .values({ path, member_id: member.id, kind, bytes: inner.length, claimed: true })
    .execute()
  return path
}

/** Rows of an import that somebody has to look at. */
export const attention = async (app: TestApp, as: TestMember, importId: string) =>
  (await app.call(listImportRows, { as, params: { importId }, query: {} })).data

const at = '2024-03-01T10:00:00.000Z'
const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** An item of `logs.json` of an own export; the title is what the stand-in of the matcher goes by. */
export const sceneLog = (n: number, title: string, given: Partial<SceneLog>): SceneLog => ({
  id: idOf(n),
  film: { tmdbId: 1, title, year: 2000 },
  rating: null,
  review: '',
  spoilers: false,
  watchedOn: null,
  rewatchCount: 0,
  tags: [],
  gif: null,
  image: null,
  backdrop: null,
  createdAt: at,
  updatedAt: at,
  ...given,
})

/** An empty list of `lists.json`. */
export const sceneList = (n: number, given: Partial<SceneList>): SceneList => ({
  id: idOf(n),
  title: 'A list',
  description: '',
  private: false,
  ranked: false,
  cover: null,
  films: [],
  createdAt: at,
  updatedAt: at,
  ...given,
})

/** Files of an own export, each of a line. */
export const sceneFiles = (logs: SceneLog[], lists: SceneList[] = []): Record<string, string[]> => ({
  'scene.json': [JSON.stringify({ format: 'scene-export', version: 1, member: { favouriteFilms: [] } })],
  'logs.json': [JSON.stringify(logs)],
  'lists.json': [JSON.stringify(lists)],
})
