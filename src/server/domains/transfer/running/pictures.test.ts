import sharp from 'sharp'
import { zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateList } from '#shared/api/lists.ts'
import { updateLog } from '#shared/api/logs.ts'
import {
  acceptImportRows,
  cancelImport,
  importFiles,
  matchImportRow,
  removeImport,
} from '#shared/api/transfer.ts'
import { gifPack } from '#built-in/gifs/pack.ts'
import { jobStates } from '#server/core/jobs.ts'
import { attention } from '#test/fakes/exports.ts'
import { logsOf, ratingsHeader, startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { buildFilm, type TestMember } from '#test/factories.ts'
import { queueRun } from './run.service.ts'

// Pictures of Scene's own export go through what an upload goes through, and none stays that nobody shows.

let app: ImportApp
let member: TestMember
let alpha: number
let photo: Buffer
let given: Record<string, Uint8Array>
beforeAll(async () => {
  app = await startImportApp()
  alpha = (await buildFilm(app, { title: 'Alpha', releaseDate: '2001-05-01' })).id
  await buildFilm(app, { title: 'Beta' })
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#483' } })
    .withExif({ IFD0: { Artist: 'canary' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.matching.down = false
  member = await app.member()
  await app.db.deleteFrom('media').execute()
  given = { ...made(), 'media/logs/a.webp': photo, 'media/covers/b.webp': photo }
})
afterEach(() => vi.restoreAllMocks())

const ids = { log: '01900000-0000-7000-8000-000000000001', list: '01900000-0000-7000-8000-000000000002' }
const at = '2024-03-01T10:00:00.000Z'

function made({ title = 'Alpha', image = 'media/logs/a.webp', lists: listIds = [ids.list] } = {}) {
  const film = { tmdbId: 1, title, year: 2001 }
  const log = {
    id: ids.log,
    film,
    rating: 3.5,
    review: 'Seen.',
    spoilers: false,
    watchedOn: '2024-03-01',
    rewatchCount: 0,
    tags: [],
    gif: `/gifs/scene/${gifPack[0]?.id ?? ''}.webp`,
    image,
    backdrop: '/t/p/original/nowhere.jpg',
    createdAt: at,
    updatedAt: at,
  }
  const list = {
    title: 'Empty',
    description: 'Nothing yet.',
    private: true,
    ranked: true,
    cover: 'media/covers/b.webp',
    films: [],
    createdAt: at,
    updatedAt: at,
  }
  const head = { format: 'scene-export', version: 1, member: { favouriteFilms: [] } }
  const posters = [{ film, poster: '/nowhere.jpg' }]
  return Object.fromEntries(
    Object.entries({ scene: head, logs: [log], lists: listIds.map((id) => ({ id, ...list })), posters }).map(
      ([name, value]) => [`${name}.json`, Buffer.from(JSON.stringify(value))],
    ),
  )
}

async function start(files = given) {
  const { status, data, error } = await app.call(importFiles, {
    as: member,
    body: {},
    files: { file: { bytes: zipSync(files, { level: 0 }), name: 'scene.zip' } },
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return data.importId
}
const bring = async (files = given) => app.ended(member, await start(files))
const remove = (importId: string) => app.call(removeImport, { as: member, params: { importId } })

const stored = () => app.db.selectFrom('media').select(['path', 'kind', 'claimed', 'member_id']).execute()
const waiting = () => app.db.selectFrom('import_pictures').select('row').execute()
const read = async (path: string) => Buffer.from(await (await fetch(new URL(path, app.url))).arrayBuffer())
const lists = () =>
  app.db.selectFrom('lists').selectAll().where('member_id', '=', member.id).orderBy('id').execute()

test('stars of another import keep the log, but not the picture that goes with an own export', async () => {
  const stars = await app.bring(member, 'any', [ratingsHeader, '2023-06-01,Alpha,2001,https://boxd.it/a,3.5'])
  const done = await bring()
  const [log, ...others] = await logsOf(app, member.id)
  expect(others).toEqual([])
  expect(log).toMatchObject({ review: 'Seen.', gif: expect.anything(), image: expect.anything() })
  await remove(done._id)
  expect(await logsOf(app, member.id)).toMatchObject([
    { id: log?.id, rating: 7, review: '', image: null, gif: null },
  ])
  expect((await stored()).filter(({ claimed }) => claimed)).toEqual([])
  await remove(stars._id)
  expect(await logsOf(app, member.id)).toEqual([])
})

test('a log and a list have their pictures again, encoded anew', async () => {
  const done = await bring()
  // The log, the list and both pictures; the poster is none that the film has.
  expect(done).toMatchObject({ state: 'done', total: 5, imported: 4, skipped: 1 })
  const [log] = await logsOf(app, member.id)
  const [list] = await lists()
  expect(log).toMatchObject({ gif: `/gifs/scene/${gifPack[0]?.id ?? ''}.webp`, backdrop: null })
  expect(list).toMatchObject({ title: 'Empty', is_ranked: true, audience: 'me', films_count: 0 })
  expect(list?.created_at.toISOString()).toBe(at)
  const both = [
    { path: log?.image, kind: 'log', claimed: true, member_id: member.id },
    { path: list?.cover, kind: 'cover', claimed: true, member_id: member.id },
  ]
  expect((await stored()).toSorted((a, b) => b.kind.localeCompare(a.kind))).toEqual(both)
  for (const { path } of both) {
    const bytes = await read(path ?? '')
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect(bytes.includes('canary')).toBe(false)
  }
  expect(await waiting()).toEqual([])
})

test('a cover that several lists show comes to each of them', async () => {
  given = { ...given, ...made({ lists: [ids.list, '01900000-0000-7000-8000-000000000003'] }) }
  expect(await bring()).toMatchObject({ state: 'done', failed: 0 })
  const covers = (await lists()).map(({ cover }) => cover)
  expect(new Set(covers).size).toBe(2)
  expect(covers).not.toContain(null)
})

test('they go with what the import made', async () => {
  const { _id } = await bring()
  const paths = (await stored()).map(({ path }) => path)
  expect(paths).toHaveLength(2)
  expect(await remove(_id)).toMatchObject({ data: { removed: 2, kept: 0 } })
  await expect.poll(stored).toEqual([])
  for (const path of paths) expect((await fetch(new URL(path, app.url))).status).toBe(404)
  expect([await logsOf(app, member.id), await lists()]).toEqual([[], []])
})

test('with what the member changed since they stay', async () => {
  const { _id } = await bring()
  const [log] = await logsOf(app, member.id)
  const params = { logId: log?.id ?? '' }
  await app.call(updateLog, { as: member, params, body: { review: 'Changed.' } })
  await app.call(updateList, {
    as: member,
    params: { listId: (await lists())[0]?.id ?? '' },
    body: { title: 'New' },
  })
  expect(await remove(_id)).toMatchObject({ data: { removed: 0, kept: 2 } })
  expect((await stored()).map((file) => file.claimed)).toEqual([true, true])
})

test('a second import brings none twice, and does not even decode them', async () => {
  await bring()
  const before = await stored()
  const put = vi.spyOn(app.ctx.storage, 'put')
  given['README.txt'] = Buffer.from('another file')
  expect(await bring()).toMatchObject({ total: 5, imported: 0, skipped: 5 })
  expect(put).not.toHaveBeenCalled()
  expect(await stored()).toEqual(before)
  expect(await waiting()).toEqual([])
})

test.each([
  ['broken', () => photo.subarray(0, 3000)],
  ['no picture', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['too large', () => Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)])],
])('one that is %s loses only itself, and is named', async (_name, bytes) => {
  given['media/logs/a.webp'] = bytes()
  const done = await bring()
  expect(done).toMatchObject({ state: 'done', imported: 3, failed: 1 })
  const [row] = await attention(app, member, done._id)
  expect(row).toMatchObject({
    kind: 'picture',
    reason: 'bad-picture',
    file: 'media/logs/a.webp',
    title: 'Alpha',
  })
  expect(await logsOf(app, member.id)).toMatchObject([{ review: 'Seen.', image: null }])
  expect(await stored()).toHaveLength(1)
  expect(await waiting()).toEqual([])
  // It is of no film: whatever is said, it can only be left out.
  const params = { importId: done._id, row: row?.row ?? 0 }
  const decided = await app.call(matchImportRow, { as: member, params, body: { movieId: alpha } })
  expect(decided.data).toMatchObject({ failed: 0, skipped: 2 })
})

test('without its file a picture is none', async () => {
  delete given['media/logs/a.webp']
  expect(await bring()).toMatchObject({ total: 4, imported: 3, failed: 0 })
})

test('only files of the folder are pictures, and each of one log', async () => {
  Object.assign(given, made({ image: 'logs.json' }))
  expect(await bring()).toMatchObject({ total: 4, imported: 3, failed: 0 })
})

test('of an import that was cancelled nothing stays', async () => {
  app.matching.down = true
  const importId = await start()
  await expect.poll(waiting).toHaveLength(2)
  expect((await app.call(cancelImport, { as: member, params: { importId } })).data.state).toBe('cancelled')
  expect([await waiting(), await stored()]).toEqual([[], []])
})

test('one that the storage did not take is brought later', async () => {
  const put = vi.spyOn(app.ctx.storage, 'put').mockRejectedValueOnce(new Error('full'))
  const importId = await start()
  const key = `imports:${member.id}`
  await expect.poll(() => put.mock.calls.length).toBe(1)
  await expect.poll(async () => (await jobStates(app.db, [key])).get(key)).toBe('waiting')
  await app.ctx.transact((tx) => queueRun(tx, member.id))
  expect(await app.ended(member, importId)).toMatchObject({ state: 'done', imported: 4 })
  expect(put).toHaveBeenCalledTimes(3)
  // The row of the file that never came is nobody's, which pruning finds.
  expect((await stored()).filter((file) => !file.claimed)).toHaveLength(1)
})

describe('of a log whose film the member says', () => {
  beforeEach(() => Object.assign(given, made({ title: 'Maybe Alpha' })))

  test('it comes once all are accepted', async () => {
    const done = await bring()
    expect(done).toMatchObject({ state: 'done', doubtful: 2, imported: 2 })
    expect(await waiting()).toHaveLength(1)
    await app.call(acceptImportRows, { as: member, params: { importId: done._id } })
    expect(await app.ended(member, done._id)).toMatchObject({ total: 5, done: 5, imported: 4, skipped: 1 })
    expect(await logsOf(app, member.id)).toMatchObject([{ film_id: alpha, image: expect.any(String) }])
    expect(await waiting()).toEqual([])
  })

  test('it comes once that row is matched', async () => {
    const done = await bring()
    const params = { importId: done._id, row: 1 }
    await app.call(matchImportRow, { as: member, params, body: { movieId: alpha } })
    // The other row of the film is settled with it, and adds nothing.
    expect(await app.ended(member, done._id)).toMatchObject({ doubtful: 0, imported: 4, skipped: 1 })
    expect(await logsOf(app, member.id)).toMatchObject([{ image: expect.any(String) }])
    expect(await waiting()).toEqual([])
  })
})
