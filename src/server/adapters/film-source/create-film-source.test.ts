import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createCatalogue, type Catalogue } from '#built-in/catalogue/catalogue.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/logger.ts'
import { createChanges, type Changes } from '#server/db/changes.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startFilmSourceServer, wireDetails, type FilmSourceServer } from '#test/fakes/film-source-server.ts'
import { createDatabase, dropDatabase } from '#test/harness.ts'
import { createFollowFilms } from './canonical-film-source.ts'
import { createFilmSource } from './create-film-source.ts'

const name = `t_${randomBytes(8).toString('hex')}`
const catalogue = createCatalogue()
let server: FilmSourceServer
let database: Database
let changes: Changes

beforeAll(async () => {
  await createDatabase(name)
  database = openDatabase({ ...inject('server'), database: name, max: 2 }, () => {})
  changes = createChanges(database.pool, () => {})
  server = await startFilmSourceServer()
  server.otherwise((path) => ({ json: wireDetails(Number(path.split('/').at(-1)), { title: 'From afar' }) }))
})
beforeEach(async () => {
  await database.db.deleteFrom('film_source_cache').execute()
  server.requests.length = 0
})
afterAll(async () => {
  await server.close()
  await changes.close()
  await database.close()
  await dropDatabase(name)
})

const create = (env: Record<string, string>, films: Pick<Catalogue, 'fetch'> = catalogue) =>
  createFilmSource({
    config: readConfig(env),
    db: database.db,
    followFilms: createFollowFilms(database.db, changes),
    logger: createLogger('silent'),
    catalogue: films,
  })

describe('the film source in use', () => {
  test('is the built-in catalogue when nothing is set, and needs no database', async () => {
    expect(await create({}).film(603)).toMatchObject({ id: 603, title: 'The Matrix' })
    expect(await database.db.selectFrom('film_source_cache').selectAll().execute()).toEqual([])
  })

  test('is the film database at the given address, with or without a key', async () => {
    expect((await create({ TMDB_BASE_URL: server.url }).film(603))?.title).toBe('From afar')
    await database.db.deleteFrom('film_source_cache').execute()
    await create({ TMDB_BASE_URL: `${server.url}/`, TMDB_API_KEY: 'secret' }).film(603)
    expect(server.requests.map((request) => request.url.split('?')[0])).toEqual(['/movie/603', '/movie/603'])
    expect(server.requests.map((request) => request.url.includes('api_key=secret'))).toEqual([false, true])
  })

  test('a film database is not asked for films and people that only the catalogue has', async () => {
    expect(await create({ TMDB_BASE_URL: server.url }).film(900_000_001)).toBeNull()
    expect(await create({ TMDB_BASE_URL: server.url }).filmTitles(900_000_001)).toBeNull()
    expect(await create({ TMDB_BASE_URL: server.url }).person(900_000_001)).toBeNull()
    expect(server.requests).toEqual([])
  })

  test('the built-in catalogue lets others have their turn between its answers, however many are asked for at once', async () => {
    let turn = 0
    const clock = setInterval(() => (turn += 1))
    const asked = new Set<number>()
    const fetch = () => {
      asked.add(turn)
      for (const end = performance.now() + 15; performance.now() < end;);
      return Promise.resolve(Response.json({}, { status: 404 }))
    }
    const source = create({}, { fetch })
    await Promise.all(Array.from({ length: 40 }, (_, id) => source.film(id + 1)))
    clearInterval(clock)
    expect(asked.size).toBeGreaterThan(30)
  })
})
