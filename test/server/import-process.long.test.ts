import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { Import } from '#shared/api/transfer.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startFilmSourceServer, wireDetails, wireErrors, wireFound } from '#test/fakes/film-source-server.ts'
import { dropDatabase, type TestApp } from '#test/harness.ts'
import { startScene, type SceneProcess } from '#test/scene-process.ts'

let dataDir = ''
let scene: SceneProcess | null = null
let database: Database
let name = ''
let url = ''

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'scene-import-'))
  chmodSync(dataDir, 0o755)
  const server = inject('server')
  name = `import_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(server, () => {})
  await sql.raw(`create database ${name}`).execute(admin.db)
  await admin.close()
  database = openDatabase({ ...server, database: name, max: 2 }, () => {})
  const password = encodeURIComponent(String(server.password ?? ''))
  url = `postgres://${server.user}:${password}@${encodeURIComponent(String(server.host))}:${server.port ?? 5432}/${name}`
})
afterEach(async () => {
  await scene?.end('SIGTERM')
  scene = null
  await database.close()
  await dropDatabase(name)
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (env: Record<string, string> = {}) =>
  (scene = await startScene({
    SCENE_DATA_DIR: dataDir,
    SCENE_DEMO: '0',
    RATE_LIMIT: '0',
    DATABASE_URL: url,
    ...env,
  }))

async function ask<T>(
  path: string,
  as: TestMember,
  init: RequestInit,
  read: (data: unknown) => T,
): Promise<T> {
  const headers = { authorization: `Bearer ${as.token}` }
  const response = await fetch(`${scene?.url}${path}`, { ...init, headers })
  expect(response.status).toBe(200)
  return read(await response.json())
}

test('a server that is killed in the middle of an import goes on with it, and nothing is lost or double', async () => {
  await start()
  const app = { db: database.db } as TestApp
  const member = await buildMember(app)
  const header = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date'
  const count = 3000
  // Films of the catalogue, and one of nobody.
  const films = [
    'Parasite,2019',
    'Whiplash,2014',
    'Arrival,2016',
    'Moonlight,2016',
    'Her,2013',
    'No such film at all,1999',
  ]
  const rows = Array.from(
    { length: count },
    (_, n) => `2020-01-01,${films[n % films.length]},https://boxd.it/k${n},4,,,2020-01-01`,
  )
  const form = new FormData()
  form.set('file', new Blob([[header, ...rows].join('\r\n')], { type: 'text/csv' }), 'diary.csv')
  const importId = await ask(
    '/api/letterboxd/logs',
    member,
    { method: 'POST', body: form },
    (data) => (data as { importId: string }).importId,
  )
  const read = () => ask(`/api/imports/${importId}`, member, {}, (data) => data as Import)
  for (const share of [0.1, 0.4]) {
    await expect
      .poll(async () => (await read()).done, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(count * share)
    await scene?.end('SIGKILL')
    const stopped = await database.db.selectFrom('imports').selectAll().executeTakeFirstOrThrow()
    expect(stopped).toMatchObject({ id: importId, state: 'running' })
    // What is counted is there, whenever the end came.
    const logs = await database.db.selectFrom('logs').select('id').execute()
    expect(logs).toHaveLength(stopped.imported)
    await start()
  }
  await expect.poll(async () => (await read()).state, { timeout: 60_000, interval: 50 }).toBe('done')
  const done = await read()
  expect(done).toMatchObject({
    total: count,
    done: count,
    imported: 2500,
    notFound: 500,
    skipped: 0,
    failed: 0,
  })
  const keys = await database.db.selectFrom('logs').select('import_key').execute()
  expect(new Set(keys.map((row) => row.import_key)).size).toBe(2500)
  expect(keys).toHaveLength(2500)
  expect(await wrongCounters(app)).toEqual([])
})

test('a server that is killed while it merges films goes on with it, and nothing is lost or double', async () => {
  await start()
  await scene?.end('SIGTERM')
  const app = { db: database.db } as TestApp
  const member = await buildMember(app)
  const count = 40
  const places = Array.from({ length: count }, (_, place) => place)
  const imdbIds = places.map((place) => `tt00099${place + 100}`)
  const films = await Promise.all(places.map((place) => buildFilm(app, { id: 900_000_000 + place })))
  for (const [place, film] of films.entries()) {
    await database.db
      .updateTable('films')
      .set({ imdb_id: imdbIds[place] })
      .where('id', '=', film.id)
      .execute()
    await buildLog(app, { author: member, film, rating: 4, review: `Of ${place}` })
  }
  const list = await buildList(app, { author: member, films })
  const source = await startFilmSourceServer()
  const real = (place: number) => 500_000 + place
  source.otherwise((path) => {
    const asked = path.slice(path.lastIndexOf('/') + 1)
    const place = path.startsWith('/find/') ? imdbIds.indexOf(asked) : Number(asked) - real(0)
    const imdbId = imdbIds[place]
    if (imdbId === undefined || !/^\/(find|movie)\//.test(path)) return wireErrors.notFound
    const film = wireDetails(real(place), {
      title: films[place]?.title,
      original_title: films[place]?.title,
      release_date: '2011-05-01',
      imdb_id: imdbId,
      external_ids: { imdb_id: imdbId },
    })
    return { json: path.startsWith('/find/') ? wireFound([film]) : film }
  })
  try {
    const env = { TMDB_BASE_URL: source.url, TMDB_API_KEY: 'key' }
    const merged = async () => (await database.db.selectFrom('film_merges').select('id').execute()).length
    for (const share of [0.1, 0.5]) {
      await start(env)
      await expect.poll(merged, { timeout: 60_000, interval: 5 }).toBeGreaterThan(count * share)
      await scene?.end('SIGKILL')
      expect(await wrongCounters(app)).toEqual([])
    }
    await start(env)
    await expect.poll(merged, { timeout: 60_000, interval: 50 }).toBe(count)
    const logs = await database.db.selectFrom('logs').select(['film_id', 'review']).execute()
    expect(new Map(logs.map((log) => [log.review, log.film_id]))).toEqual(
      new Map(places.map((place) => [`Of ${place}`, real(place)])),
    )
    expect(logs).toHaveLength(count)
    const listed = await database.db
      .selectFrom('list_films')
      .select('film_id')
      .where('list_id', '=', list.id)
      .orderBy('position')
      .execute()
    expect(listed.map((row) => row.film_id)).toEqual(places.map(real))
    expect(await wrongCounters(app)).toEqual([])
  } finally {
    await scene?.end('SIGTERM')
    await source.close()
  }
})
