import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importAnything, type Import } from '#shared/api/transfer.ts'
import { attention, buildHistory, download, type Unpacked } from '#test/fakes/exports.ts'
import { startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { wrongCounters } from '#test/erasure.ts'
import type { TestMember } from '#test/factories.ts'

// What leaves by an export arrives in a fresh account, matched by the film source as every import is.

let app: ImportApp
let world: Awaited<ReturnType<typeof buildHistory>>
let files: Unpacked
let bytes: Buffer
beforeAll(async () => {
  app = await startImportApp()
  world = await buildHistory(app)
  ;({ files, bytes } = await download(app, world.member))
})
afterAll(() => app.close())

async function bring(as: TestMember, name: string, given: Uint8Array): Promise<Import> {
  const { status, data, error } = await app.call(importAnything, {
    as,
    body: {},
    files: { file: { bytes: given, name, type: 'application/octet-stream' } },
  })
  expect([status, error]).toEqual([200, data])
  const done = await app.ended(as, data.importId)
  expect(await attention(app, as, data.importId)).toEqual([])
  return done
}

/** Everything that travels, the oldest first. */
async function history({ id }: { id: string }) {
  const of = (table: 'watchlist_items' | 'favourites') =>
    app.db.selectFrom(table).where('member_id', '=', id).orderBy('created_at')
  const lists = await app.db
    .selectFrom('lists')
    .select(['id', 'title', 'description', 'is_private', 'is_ranked', 'films_count'])
    .where('member_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    logs: await app.db
      .selectFrom('logs')
      .select([
        'film_id',
        'rating',
        'review',
        'spoilers',
        'rewatch_count',
        'watched_at',
        'tags',
        'created_at',
      ])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
    watchlist: await of('watchlist_items').select(['film_id', 'is_private', 'created_at']).execute(),
    favourites: await of('favourites').select(['film_id', 'created_at']).execute(),
    lists: await Promise.all(
      lists.map(async ({ id: listId, ...list }) => ({
        ...list,
        films: await app.db
          .selectFrom('list_films')
          .select('film_id')
          .where('list_id', '=', listId)
          .orderBy('position')
          .execute(),
      })),
    ),
    profile: await app.db
      .selectFrom('members')
      .select(['films_count', 'favorite_film_ids'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  }
}

test('an export makes the same history in a fresh account', async () => {
  const fresh = await app.member()
  const done = await bring(fresh, 'scene.zip', bytes)
  expect(done).toMatchObject({ source: 'scene', total: 29, imported: 28, skipped: 1 })
  const theirs = await history(world.member)
  expect(await history(fresh)).toEqual(theirs)
  expect(theirs.logs).toHaveLength(7)
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
  expect(await bring(world.member, 'scene.zip', bytes)).toMatchObject({ imported: 0, skipped: 29 })
  expect(await history(world.member)).toEqual(theirs)
  await app.db
    .updateTable('logs')
    .set({ watched_at: '2024-01-01' })
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
    logs.map(({ spoilers: _spoilers, created_at: _at, rewatch_count, ...log }) => ({
      ...log,
      rewatch: rewatch_count > 0,
    }))
  const dated = (logs: typeof mine.logs) => plain(logs).filter((log) => log.watched_at !== null)
  expect(
    dated(mine.logs)
      .map((log) => JSON.stringify(log))
      .toSorted(),
  ).toEqual(
    dated(theirs.logs)
      .map((log) => JSON.stringify(log))
      .toSorted(),
  )
  expect(plain(mine.logs)).toHaveLength(theirs.logs.length)
  expect(plain(mine.logs)).toEqual(expect.arrayContaining(plain(theirs.logs)))
  expect(mine.watchlist.map((one) => one.film_id)).toEqual(theirs.watchlist.map((one) => one.film_id))
})

test.each([
  [
    'a newer version',
    { 'scene.json': '{"format":"scene-export","version":2,"member":{"favouriteFilms":[]}}' },
    'import.not_a_file',
    'scene.json',
  ],
  ['another scene.json', { 'scene.json': '{}' }, 'import.broken', 'scene.json'],
  ['broken logs', { 'logs.json': '[{"id":' }, 'import.broken', 'logs.json'],
])('%s is refused, and the file named', async (_name, changed, code, path) => {
  const fresh = await app.member()
  const given = Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, Buffer.from(text)]))
  const { status, error } = await app.call(importAnything, {
    as: fresh,
    body: {},
    files: { file: { bytes: zipSync({ ...files, ...given }), name: 'scene.zip', type: 'application/zip' } },
  })
  expect([status, error.code]).toEqual([400, code])
  expect(error.issues?.[0]?.path).toBe(path)
})
