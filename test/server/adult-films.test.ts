import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSceneBot, refuseFilm } from '#shared/api/assistant.ts'
import { browseFilms } from '#shared/api/browse.ts'
import {
  getFilm,
  getFilmCollection,
  getFilmRegion,
  listStarters,
  listTrending,
  searchFilms,
  searchPeople,
} from '#shared/api/films.ts'
import { addToList, createList, updateList } from '#shared/api/lists.ts'
import { createLog, updateLogBackdrop } from '#shared/api/logs.ts'
import { updateMember } from '#shared/api/members.ts'
import { muteFilm } from '#shared/api/safety.ts'
import { getPersonCredits } from '#shared/api/people.ts'
import { logPlay } from '#shared/api/players.ts'
import { choosePoster, listFilmPosters } from '#shared/api/posters.ts'
import { registry } from '#shared/api/registry.ts'
import { markSeen } from '#shared/api/seen.ts'
import { shareFilm } from '#shared/api/sharing.ts'
import { addFavourite, toggleWatchlist } from '#shared/api/shelves.ts'
import { listImportRows, matchImportRow } from '#shared/api/transfer.ts'
import { buildPlay } from '#test/account-factories.ts'
import {
  buildFilm,
  buildImport,
  buildList,
  buildLog,
  buildMember,
  follow,
  type TestMember,
} from '#test/factories.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wireFound,
  wireFoundPerson,
  wirePage,
  wirePersonDetails,
  type FilmSourceServer,
  type Reply,
} from '#test/fakes/film-source-server.ts'
import { startImportApp, type ImportApp } from '#test/fakes/imports.ts'

/** For adults; every list of the source has it, whatever was asked for. */
const adult = 6660
const plain = 6661

let source: FilmSourceServer
let app: ImportApp
let as: TestMember
let friend: TestMember
let logId: string
let listId: string
let playId: string
let importId: string

const title = (id: number) => (id === adult ? 'Forbidden Night' : 'Allowed Night')
const wire = (id: number) => wireFilm(id, { adult: id === adult, title: title(id), vote_average: 8 })
const both = () => wirePage([wire(adult), wire(plain)])
const belongs_to_collection = { id: 3, name: 'Nights', poster_path: null, backdrop_path: null }

function answer(path: string): Reply {
  const id = Number(path.split('/').at(-1))
  if (path.startsWith('/movie/') && [adult, plain].includes(id))
    return {
      json: wireDetails(id, {
        adult: id === adult,
        title: title(id),
        belongs_to_collection,
        similar: both(),
        recommendations: both(),
      }),
    }
  if (/^\/(trending|discover|search)\/movie/.test(path)) return { json: both() }
  if (path === '/search/person')
    return { json: wirePage([wireFoundPerson(7, { known_for: [wire(adult), wire(plain)] })]) }
  if (path === '/collection/3') return { json: { id: 3, name: 'Nights', parts: [wire(adult), wire(plain)] } }
  if (path.startsWith('/find/')) return { json: wireFound([wire(adult)]) }
  if (path.startsWith('/person/'))
    return {
      json: wirePersonDetails(id, {
        movie_credits: {
          cast: [adult, plain].map((film) => ({ ...wire(film), character: 'Self', order: 0 })),
          crew: [adult, plain].map((film) => ({ ...wire(film), job: 'Director', department: 'Directing' })),
        },
      }),
    }
  return wireErrors.notFound
}

beforeAll(async () => {
  source = await startFilmSourceServer()
  source.otherwise(answer)
  app = await startImportApp({ env: { TMDB_BASE_URL: source.url }, isMatcherReal: true })
  as = await buildMember(app)
  friend = await buildMember(app)
  await follow(app, as, friend)
  await follow(app, friend, as)
  const film = await buildFilm(app)
  logId = (await buildLog(app, { author: as, film, review: 'x' })).id
  listId = (await buildList(app, { author: as, films: [film] })).id
  playId = await buildPlay(app, as.id)
  importId = (await buildImport(app, { member: as, films: [film] })).id
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const film = { id: adult }
const movieId = adult
const filmBackdrop = `/t/p/original/backdrop${adult}.jpg`

/** Every endpoint that takes the number of a film which must be there, by its name in the contract. */
const doors: Record<string, () => Promise<{ status: number; error: { code: string } }>> = {
  getFilm: () => app.call(getFilm, { as, params: film }),
  getFilmRegion: () => app.call(getFilmRegion, { as, params: { ...film, region: 'SA' } }),
  getFilmCollection: () => app.call(getFilmCollection, { as, params: film }),
  createLog: () =>
    app.call(createLog, { as, body: { movieId }, headers: { 'idempotency-key': randomUUID() } }),
  createList: () => app.call(createList, { as, body: { title: 'x', movies: [film] } }),
  addToList: () => app.call(addToList, { as, params: { listId }, body: film }),
  updateList: () => app.call(updateList, { as, params: { listId }, body: { movies: [film] } }),
  updateMember: () =>
    app.call(updateMember, { as, params: { userId: as.id }, body: { favoriteFilms: [film] } }),
  listFilmPosters: () => app.call(listFilmPosters, { as, params: { movieId } }),
  choosePoster: () =>
    app.call(choosePoster, { as, params: { movieId }, body: { posterUrl: `/poster${adult}.jpg` } }),
  shareFilm: () => app.call(shareFilm, { as, params: { userId: friend.id }, body: { movieId } }),
  toggleWatchlist: () => app.call(toggleWatchlist, { as, body: { movieId } }),
  markSeen: () => app.call(markSeen, { as, params: { userId: as.id, movieId }, body: {} }),
  muteFilm: () => app.call(muteFilm, { as, params: { userId: as.id, movieId }, body: {} }),
  refuseFilm: () => app.call(refuseFilm, { as, params: { movieId } }),
  addFavourite: () => app.call(addFavourite, { as, params: { userId: as.id, movieId } }),
  logPlay: () => app.call(logPlay, { as, params: { playId }, body: { movieId } }),
  matchImportRow: () => app.call(matchImportRow, { as, params: { importId, row: 1 }, body: { movieId } }),
}

test('there is a door for every endpoint that may not know a film', () => {
  const names = registry
    // Operators decide about films that are here already.
    .filter(({ endpoint }) => endpoint.access !== 'operator' && endpoint.errors.includes('film.not_found'))
    .map(({ name }) => name)
  // It takes the number of a log, whose film is known.
  expect(Object.keys(doors).toSorted()).toEqual(
    names.filter((name) => name !== 'updateLogBackdrop').toSorted(),
  )
})

test.each(Object.keys(doors))('%s does not know a film for adults', async (name) => {
  const { status, error } = (await doors[name]?.()) ?? {}
  expect([status, error?.code]).toEqual([404, 'film.not_found'])
})

test('no backdrop of such a film can be taken', async () => {
  const { status } = await app.call(updateLogBackdrop, {
    as,
    params: { logId },
    body: { backdrop: filmBackdrop },
  })
  expect(status).toBeGreaterThanOrEqual(400)
})

const answers: Record<string, () => Promise<{ status: number; data: unknown }>> = {
  trending: () => app.call(listTrending, { as }),
  starters: () => app.call(listStarters, { as }),
  search: () => app.call(searchFilms, { as, query: { q: 'night' } }),
  'search of people': () => app.call(searchPeople, { as, query: { q: 'person', role: 'actor' } }),
  browsing: () => app.call(browseFilms, { as, query: {} }),
  'similar films': () => app.call(getFilm, { as, params: { id: plain } }),
  'a collection': () => app.call(getFilmCollection, { as, params: { id: plain } }),
  'the credits of a person': () => app.call(getPersonCredits, { as, params: { id: 7 } }),
  'SceneBot, asked for films': () => app.call(askSceneBot, { as, body: { message: 'horror films' } }),
  'SceneBot, asked for similar films': () =>
    app.call(askSceneBot, { as, body: { message: 'Films like Allowed Night' } }),
}

test.each(Object.keys(answers))('%s names the other film and not this one', async (name) => {
  const { status, data } = (await answers[name]?.()) ?? {}
  expect(status).toBe(200)
  const text = JSON.stringify(data)
  expect(text).toContain(title(plain))
  expect(text).not.toMatch(/"id":6660|poster6660|backdrop6660/)
})

test('a search for the number finds what lists have and not the film', async () => {
  const { data } = await app.call(searchFilms, { as, query: { q: String(adult) } })
  expect(data.results.map(({ id }) => id)).not.toContain(adult)
})

test('an import does not find it, by number, by IMDb number or by title', async () => {
  const done = await app.bring(
    as,
    'any',
    ['Title,Year,tmdbId,imdbId,Rating', `,,${adult},,8`, ',,,tt0000666,8', `${title(adult)},1999,,,8`],
    'films.csv',
  )
  expect(done.imported).toBe(0)
  const { data } = await app.call(listImportRows, { as, params: { importId: done._id }, query: {} })
  expect(JSON.stringify(data)).not.toContain(`"id":${adult}`)
  const known = await app.db.selectFrom('films').select('id').where('id', '=', adult).execute()
  expect(known).toEqual([])
})
