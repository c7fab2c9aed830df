import sharp from 'sharp'
import * as z from 'zod'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emphasisParts } from '#shared/emphasis.ts'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import { listMemberLogs, updateLog } from '#shared/api/logs.ts'
import { updateMember } from '#shared/api/members.ts'
import { listMemberTags } from '#shared/api/tags.ts'
import { markSeen } from '#shared/api/seen.ts'
import { importFiles, removeImport, type Import } from '#shared/api/transfer.ts'
import { attention, download, fiveFilms, itemsAt, jsonAt, type Unpacked } from '#test/fakes/exports.ts'
import { buildHardHistory } from '#test/fakes/hard-history.ts'
import { startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildList, buildLog, type TestMember } from '#test/factories.ts'
import { sceneHead, sceneList, sceneLog, sceneRating } from '../scene-format.ts'

// What leaves by an export arrives in a fresh account, matched by the film source as every import is.

/** 17 logs, 5 films to see, 4 favourites, 4 lists with 7 films, a poster, 3 ratings by hand, 3 films of the profile, 2 pictures. */
const rows = 46

let app: ImportApp
let elsewhere: ImportApp
let world: Awaited<ReturnType<typeof buildHardHistory>>
let files: Unpacked
let bytes: Buffer
beforeAll(async () => {
  ;[app, elsewhere] = await Promise.all([
    startImportApp({ isMatcherReal: true }),
    startImportApp({ isMatcherReal: true }),
  ])
  world = await buildHardHistory(app)
  ;({ files, bytes } = await download(app, world.member))
})
afterAll(() => Promise.all([app.close(), elsewhere.close()]))

async function bring(as: TestMember, name: string, given: Uint8Array, to = app): Promise<Import> {
  const { status, data, error } = await to.call(importFiles, {
    as,
    body: {},
    files: { file: { bytes: given, name, type: 'application/octet-stream' } },
  })
  expect([status, error]).toEqual([200, data])
  const done = await to.ended(as, data.importId)
  expect(await attention(to, as, data.importId)).toEqual([])
  return done
}

/** Everything that travels, the oldest first. */
async function history({ id }: { id: string }, of: ImportApp = app) {
  const shelf = (table: 'watchlist_items' | 'favourites') =>
    of.db.selectFrom(table).where('member_id', '=', id).orderBy('created_at')
  const lists = await of.db
    .selectFrom('lists')
    .select(['id', 'title', 'description', 'audience', 'is_ranked', 'films_count', 'tags', 'created_at'])
    .where('member_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    logs: await of.db
      .selectFrom('logs')
      .select([
        'film_id',
        'rating',
        'review',
        'review_emphasis',
        'spoilers',
        'rewatch_count',
        'watched_at',
        'tags',
        'audience',
        'created_at',
      ])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
    watchlist: await shelf('watchlist_items').select(['film_id', 'audience', 'created_at']).execute(),
    favourites: await shelf('favourites').select(['film_id', 'audience', 'created_at']).execute(),
    lists: await Promise.all(
      lists.map(async ({ id: listId, ...list }) => ({
        ...list,
        films: await of.db
          .selectFrom('list_films')
          .select(['film_id', 'note'])
          .where('list_id', '=', listId)
          .orderBy('position')
          .execute(),
      })),
    ),
    ratings: await of.db
      .selectFrom('film_ratings')
      .select(['film_id', 'rating', 'set_at'])
      .where('member_id', '=', id)
      .orderBy('film_id')
      .execute(),
    profile: await of.db
      .selectFrom('members')
      .innerJoin('diaries', 'diaries.member_id', 'members.id')
      .select(['films_count', 'favorite_film_ids'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  }
}

/** What an export says, but for names and times that another account has of its own. */
function saidIn(given: Unpacked) {
  const { member, counts } = sceneHead
    .extend({ counts: z.record(z.string(), z.number()) })
    .parse(jsonAt(given, 'scene.json'))
  return {
    counts,
    favouriteFilms: member.favouriteFilms,
    logs: itemsAt(given, 'logs.json', sceneLog).map(
      ({ id: _id, origin: _origin, updatedAt: _at, image, ...log }) => ({
        ...log,
        image: image !== null,
      }),
    ),
    lists: itemsAt(given, 'lists.json', sceneList).map(
      ({ id: _id, origin: _origin, updatedAt: _at, cover, ...list }) => ({
        ...list,
        cover: cover !== null,
      }),
    ),
    watchlist: jsonAt(given, 'watchlist.json'),
    favourites: jsonAt(given, 'favourites.json'),
    posters: jsonAt(given, 'posters.json'),
    ratings: jsonAt(given, 'ratings.json'),
    tables: Object.fromEntries(
      Object.entries(given)
        .filter(([path]) => path.startsWith('letterboxd/'))
        .map(([path, content]) => [path, Buffer.from(content).toString()]),
    ),
  }
}

test.each([
  ['of the same installation', () => app],
  ['of another one', () => elsewhere],
])('an export makes the same history in a fresh account %s, which exports the same', async (_name, of) => {
  const to = of()
  const fresh = await to.member()
  const done = await bring(fresh, 'scene.zip', bytes, to)
  expect(done).toMatchObject({ source: 'scene', total: rows, imported: rows })
  expect(await history(fresh, to)).toEqual(await history(world.member))
  const tagsOf = async (of: ImportApp, as: TestMember) =>
    (await of.call(listMemberTags, { as, params: { userId: as.id } })).data
  expect(await tagsOf(to, fresh)).toHaveLength(7)
  expect(await tagsOf(to, fresh)).toEqual(await tagsOf(app, world.member))
  expect(await wrongCounters(to)).toEqual([])
  const second = await download(to, fresh)
  expect(saidIn(second.files)).toEqual(saidIn(files))
  const [picture] = itemsAt(second.files, 'logs.json', sceneLog).flatMap((log) => log.image ?? [])
  expect(await sharp(second.files[picture ?? '']).metadata()).toMatchObject({ width: 640, height: 360 })
})

test('of what an import brought nothing is left once it is removed', async () => {
  const fresh = await app.member()
  const before = await download(app, fresh)
  const { _id: importId } = await bring(fresh, 'scene.zip', bytes)
  // Pictures go with what they belong to.
  const { data } = await app.call(removeImport, { as: fresh, params: { importId } })
  expect(data).toEqual({ ok: true, removed: rows - 2, kept: 0 })
  expect(saidIn((await download(app, fresh)).files)).toEqual(saidIn(before.files))
})

test('ratings by hand go with their import; what was given since stays, and counts', async () => {
  const fresh = await app.member()
  const films = await fiveFilms(app)
  const given = async () =>
    itemsAt((await download(app, fresh)).files, 'ratings.json', sceneRating)
      .toSorted((a, b) => a.film.tmdbId - b.film.tmdbId)
      .map(({ film, rating, byHand }) => [film.tmdbId, rating, byHand])
  // The same evenings first, without what is thought of the films now.
  const { 'ratings.json': _ratings, ...diary } = files
  await bring(fresh, 'diary.zip', zipSync(diary))
  const byDiary = await given()
  expect(byDiary.every(([, , byHand]) => byHand === false)).toBe(true)
  const { _id: importId, imported } = await bring(fresh, 'scene.zip', bytes)
  expect(imported).toBe(3)
  expect(await given()).not.toEqual(byDiary)
  expect(await wrongCounters(app)).toEqual([])

  const kept = films[1]?.id ?? 0
  await app.call(markSeen, { as: fresh, params: { userId: fresh.id, movieId: kept }, body: { rating: 2.5 } })
  const { data } = await app.call(removeImport, { as: fresh, params: { importId } })
  expect(data).toEqual({ ok: true, removed: 3, kept: 0 })
  expect(await given()).toEqual(byDiary.map((one) => (one[0] === kept ? [kept, 2.5, true] : one)))
  expect(await wrongCounters(app)).toEqual([])
})

test('again it adds nothing, nor to the account that it came from', async () => {
  const fresh = await app.member()
  await bring(fresh, 'scene.zip', bytes)
  const before = await history(fresh)
  expect(await bring(fresh, 'again.zip', zipSync(files))).toMatchObject({ imported: 0 })
  expect(await history(fresh)).toEqual(before)

  const [changed] = world.logs
  await app.db
    .updateTable('logs')
    .set({ watched_at: '2025-01-01' })
    .where('id', '=', changed ?? '')
    .execute()
  const theirs = await history(world.member)
  expect(await bring(world.member, 'scene.zip', bytes)).toMatchObject({ imported: 0, skipped: rows })
  expect(await history(world.member)).toEqual(theirs)
  await app.db
    .updateTable('logs')
    .set({ watched_at: '2024-02-01' })
    .where('id', '=', changed ?? '')
    .execute()
})

test('it is read without pictures, in a folder, and with the files in another order', async () => {
  const fresh = await app.member()
  const packed = Object.entries(files)
    .filter(([path]) => !path.startsWith('media/'))
    .toReversed()
    .map(([path, content]) => [`scene-export/${path}`, content] as const)
  await bring(fresh, 'again.zip', zipSync(Object.fromEntries(packed)))
  expect(await history(fresh)).toEqual(await history(world.member))
})

test('the tables for Letterboxd make the same diary and watchlist', async () => {
  const fresh = await app.member()
  for (const path of ['letterboxd/diary-1.csv', 'letterboxd/watchlist.csv'])
    await bring(fresh, path.slice('letterboxd/'.length), files[path] ?? new Uint8Array())
  const theirs = await history(world.member)
  const mine = await history(fresh)
  // What the tables have no column for: spoilers, how often before, the times of recording.
  const plain = (logs: typeof mine.logs) =>
    logs
      .map(({ spoilers: _spoilers, created_at: _at, rewatch_count, ...log }) =>
        JSON.stringify({ ...log, rewatch: rewatch_count > 0 }),
      )
      .toSorted()
  expect(plain(mine.logs)).toEqual(plain(theirs.logs))
  expect(mine.watchlist.map((one) => one.film_id)).toEqual(theirs.watchlist.map((one) => one.film_id))
})

test('marks come back as marks and bare entries as entries, by the export and by the tables', async () => {
  const from = await app.member()
  for (const [index, film] of (await fiveFilms(app)).entries())
    await buildLog(app, { author: from, film, seenOnly: index < 3, ...(index > 0 && { rating: index }) })
  const marks = async ({ id }: TestMember) =>
    app.db
      .selectFrom('logs')
      .select(['film_id', 'rating', 'seen_only'])
      .where('member_id', '=', id)
      .orderBy('film_id')
      .execute()
  const theirs = await marks(from)
  expect(theirs.filter((log) => log.seen_only)).toHaveLength(3)
  const exported = await download(app, from)
  const whole = await app.member()
  await bring(whole, 'scene.zip', exported.bytes)
  expect(await marks(whole)).toEqual(theirs)
  const byTables = await app.member()
  for (const path of ['letterboxd/watched.csv', 'letterboxd/diary-1.csv'])
    await bring(byTables, path.slice('letterboxd/'.length), exported.files[path] ?? new Uint8Array())
  expect((await marks(byTables)).filter((log) => log.seen_only)).toEqual(
    theirs.filter((log) => log.seen_only),
  )
})

test.each([
  [
    'a newer version',
    { 'scene.json': '{"format":"scene-export","version":2,"member":{"favouriteFilms":[]}}' },
    'import.not_a_file',
    'scene.json',
  ],
  ['another scene.json', { 'scene.json': '{}' }, 'import.broken', 'scene.json'],
  ['broken logs', { 'logs.json': '[{"id":' }, 'import.broken', 'logs.json:1'],
])('%s is refused, and the file named', async (_name, changed, code, path) => {
  const fresh = await app.member()
  const given = Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, Buffer.from(text)]))
  const { status, error } = await app.call(importFiles, {
    as: fresh,
    body: {},
    files: { file: { bytes: zipSync({ ...files, ...given }), name: 'scene.zip', type: 'application/zip' } },
  })
  expect([status, error.code]).toEqual([400, code])
  expect(error.issues?.[0]?.path).toBe(path)
})

test('who is not shown to strangers is not after an import either; an import shows nobody', async () => {
  const visible = async ({ id }: { id: string }) =>
    (await app.db.selectFrom('members').select('discoverable').where('id', '=', id).executeTakeFirstOrThrow())
      .discoverable
  const hidden = await app.member()
  await app.db.updateTable('members').set({ discoverable: false }).where('id', '=', hidden.id).execute()
  const exported = await download(app, hidden)
  expect(jsonAt(exported.files, 'scene.json')).toMatchObject({ member: { discoverable: false } })
  expect(jsonAt(files, 'scene.json')).toMatchObject({ member: { discoverable: true } })

  await bring(hidden, 'shown.zip', bytes)
  expect(await visible(hidden)).toBe(false)
  const fresh = await app.member()
  await bring(fresh, 'shown.zip', bytes)
  expect(await visible(fresh)).toBe(true)
  await bring(fresh, 'hidden.zip', exported.bytes)
  expect(await visible(fresh)).toBe(false)
})

test('a locked account comes locked; an import unlocks none', async () => {
  const isLocked = async ({ id }: { id: string }) =>
    (await app.db.selectFrom('members').select('locked').where('id', '=', id).executeTakeFirstOrThrow())
      .locked
  const before = await app.member()
  await app.db.updateTable('members').set({ locked: true }).where('id', '=', before.id).execute()
  const exported = await download(app, before)

  const fresh = await app.member()
  await bring(fresh, 'open.zip', bytes)
  expect(await isLocked(fresh)).toBe(false)
  await bring(fresh, 'locked.zip', exported.bytes)
  expect(await isLocked(fresh)).toBe(true)
  await bring(fresh, 'open.zip', bytes)
  expect(await isLocked(fresh)).toBe(true)
})

test('who edits a list is in the export, and is not asked anew by an import', async () => {
  const [owner, editor, fresh] = [await app.member(), await app.member(), await app.member()]
  await buildList(app, { author: owner, editedBy: [editor] })
  const exported = await download(app, owner)
  const agreed = {
    username: editor.username,
    askedAt: expect.stringMatching(/Z$/),
    agreedAt: expect.stringMatching(/Z$/),
  }
  expect(jsonAt(exported.files, 'lists.json')).toMatchObject([{ editors: [agreed] }])

  await bring(fresh, 'lists.zip', exported.bytes)
  expect(jsonAt((await download(app, fresh)).files, 'lists.json')).toMatchObject([{ editors: [] }])
})

test('emphasis in reviews goes along beside their text, by the JSON and by the tables, until another is written', async () => {
  const review = 'I saw <i>Heat &amp; <b>dust</b></i>,<br/><em>twice</em> <3 & "so".'
  const text = 'I saw Heat & dust,\ntwice <3 & "so".'
  const emphasised = ['Heat & dust', 'twice']
  const header = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date'
  const [film] = await fiveFilms(app)
  const row = `2024-02-01,"${film?.title}",${film?.release_date.slice(0, 4)},https://boxd.it/em,4,,"${review.replaceAll('"', '""')}",,2024-01-31`
  const [from, fresh, tables] = [await app.member(), await app.member(), await app.member()]
  await bring(from, 'reviews.csv', Buffer.from([header, row].join('\n')))

  const written = async (as: TestMember) => {
    const { data } = await app.call(listMemberLogs, { as, params: { userId: as.id }, query: {} })
    return data.map((log) => ({
      text: log.review,
      parts: emphasisParts(log.review, log.reviewEmphasis ?? []).flatMap((part) =>
        part.isEmphasised ? part.text : [],
      ),
      id: log._id,
    }))
  }
  expect(await written(from)).toMatchObject([{ text, parts: emphasised }])
  const exported = await download(app, from)
  await bring(fresh, 'scene.zip', exported.bytes)
  expect(await written(fresh)).toMatchObject([{ text, parts: emphasised }])
  const table = exported.files['letterboxd/diary-1.csv'] ?? new Uint8Array()
  expect(Buffer.from(table).toString()).toContain('<i>Heat & dust</i>')
  await bring(tables, 'diary-1.csv', table)
  const [log] = await written(tables)
  expect(log).toMatchObject({ text, parts: emphasised })

  const change = (body: ParsedBody<typeof updateLog>) =>
    app.call(updateLog, { as: tables, params: { logId: log?.id ?? '' }, body })
  await change({ review: text, rating: 2 })
  expect(await written(tables)).toMatchObject([{ text, parts: emphasised }])
  await change({ review: `${text} Again.` })
  expect(await written(tables)).toMatchObject([{ text: `${text} Again.`, parts: [] }])
})

test('choices of the settings come back where nothing was chosen yet', async () => {
  const chosen = ({ id }: { id: string }) =>
    app.db
      .selectFrom('members')
      .select(['film_titles', 'lesser_known_films'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const choose = (as: TestMember, body: ParsedBody<typeof updateMember>) =>
    app.call(updateMember, { as, params: { userId: as.id }, body })
  const [from, fresh, other] = [await app.member(), await app.member(), await app.member()]
  const { bytes: plain } = await download(app, from)
  await choose(from, { filmTitles: 'original', lesserKnownFilms: true })
  const { bytes: exported } = await download(app, from)
  await bring(fresh, 'scene.zip', exported)
  expect(await chosen(fresh)).toEqual({ film_titles: 'original', lesser_known_films: true })
  await bring(fresh, 'plain.zip', plain)
  expect(await chosen(fresh)).toEqual({ film_titles: 'original', lesser_known_films: true })
  await choose(other, { filmTitles: 'english' })
  await bring(other, 'scene.zip', exported)
  expect(await chosen(other)).toEqual({ film_titles: 'english', lesser_known_films: true })
})
