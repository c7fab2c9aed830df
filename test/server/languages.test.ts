import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSceneBot } from '#shared/api/assistant.ts'
import { registry } from '#shared/api/registry.ts'
import { getSharedYear, shareYear } from '#shared/api/statistics.ts'
import { updateMember } from '#shared/api/members.ts'
import { countStatistics } from '#server/domains/statistics/statistics.service.ts'
import { countSeenPeople } from '#server/domains/films/people.service.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildImport, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wireFoundPerson,
  wirePage,
  wirePersonDetails,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { download, itemsAt, jsonAt, textAt } from '#test/fakes/exports.ts'
import { sceneList, sceneWatchlistItem } from '#server/domains/transfer/scene-format.ts'
import { startTestApp, type Sent, type TestApp } from '#test/harness.ts'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'

/** One film, with a title and a poster in each of Scene's languages, wherever films are named. */
const film = { id: 77, title: 'Guest', original_title: '손님', original_language: 'ko' }
const titles = { ar: 'الضيف', fr: 'L’Invité' }
const poster = (language: string) => ({
  file_path: `/guest-${language}.jpg`,
  iso_639_1: language,
  vote_count: 3,
  vote_average: 5,
})
const translation = (code: 'ar' | 'fr', country: string) => ({
  iso_639_1: code,
  iso_3166_1: country,
  data: { title: titles[code], overview: '', tagline: '' },
})
const details = wireDetails(film.id, {
  ...film,
  poster_path: '/guest-en.jpg',
  translations: { translations: [translation('ar', 'SA'), translation('fr', 'FR')] },
  images: {
    posters: ['en', 'ar', 'fr'].map(poster),
    backdrops: [],
    logos: [
      { ...poster('ar'), file_path: '/less.png', vote_count: 1 },
      ...['en', 'ar', 'fr'].map((language) => ({ ...poster(language), file_path: `/logo-${language}.png` })),
      { ...poster('ar'), file_path: '/drawing.svg', vote_count: 9 },
    ],
  },
  similar: { results: [] },
  recommendations: { results: [] },
  belongs_to_collection: { id: 5, name: 'Guests' },
  credits: {
    cast: [{ ...wireFoundPerson(9), character: 'Somebody', order: 0 }],
    crew: [{ ...wireFoundPerson(9), job: 'Director', department: 'Directing' }],
  },
})
const item = wireFilm(film.id, { ...film, poster_path: '/guest-en.jpg', vote_count: 5000 })
const person = { known_for: [{ ...item, media_type: 'movie' }] }

let source: FilmSourceServer
let app: TestApp
let member: TestMember
let friend: TestMember
let sharedKey: string
let calls: Record<string, Sent<AnyEndpoint>>

beforeAll(async () => {
  source = await startFilmSourceServer()
  source.otherwise((path) => {
    if (path === `/movie/${film.id}`) return { json: details }
    if (path === '/collection/5') return { json: { id: 5, parts: [item] } }
    if (path === '/person/9') return { json: personDetails }
    if (path === '/search/person') return { json: wirePage([wireFoundPerson(9, person)]) }
    if (path === '/genre/movie/list') return { json: { genres: [] } }
    if (/^\/(search|discover|trending)\//.test(path)) return { json: wirePage([item]) }
    return wireErrors.notFound
  })
  const personDetails = wirePersonDetails(9, {
    ...person,
    movie_credits: { cast: [{ ...item, character: 'Somebody' }], crew: [] },
  })
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url } })
  member = await buildMember(app)
  friend = await buildMember(app)
  const stranger = await buildMember(app)
  await follow(app, member, friend)
  await follow(app, friend, member)
  await requireFilm(app.ctx, film.id)
  const log = await buildLog(app, { author: friend, film, review: 'A review.', rating: 4 })
  await buildLog(app, { author: stranger, film, review: 'Another review.' })
  await app.db.updateTable('logs').set({ watched_at: '2024-01-02' }).where('id', '=', log.id).execute()
  const list = await buildList(app, { author: friend, films: [film] })
  await buildList(app, { author: member, films: [film] })
  for (const { id } of [member, friend]) {
    await app.db.insertInto('favourites').values({ member_id: id, film_id: film.id }).execute()
    await app.db
      .insertInto('watchlist_items')
      .values({ member_id: id, film_id: film.id, audience: 'members' })
      .execute()
    await app.db
      .updateTable('members')
      .set({ favorite_film_ids: [film.id] })
      .where('id', '=', id)
      .execute()
  }
  await countSeenPeople(app.ctx)
  await countStatistics(app.ctx, { memberId: friend.id, audience: 'me' }, 2024)
  const link = await app.call(shareYear, { as: friend, params: { userId: friend.id, year: 2024 } })
  sharedKey = link.data.key
  const imported = await buildImport(app, { member, films: [film], title: 'Some film' })
  const own = { params: { userId: member.id } }
  const ofFriend = { params: { userId: friend.id } }
  calls = {
    browseFilms: {},
    getFilm: { params: { id: film.id } },
    getFilmCollection: { params: { id: film.id } },
    listSeenPeople: { query: { role: 'actor' } },
    listStarters: {},
    listTrending: {},
    searchFilms: { query: { q: 'guest' } },
    searchPeople: { query: { q: 'person', role: 'actor' } },
    getList: { params: { listId: list.id } },
    getFeed: own,
    getLog: { params: { logId: log.id } },
    listDayLogs: {},
    listWeekLogs: {},
    listMonthLogs: {},
    listFriendsReviews: {},
    listNewReviews: {},
    listMemberFilms: ofFriend,
    listMemberLogs: ofFriend,
    listMemberFilmLogs: { params: { userId: friend.id, movieId: film.id } },
    listPopularFilms: {},
    listPopularReviews: { params: { movieId: film.id }, query: { all: true } },
    getMember: ofFriend,
    getPersonCredits: { params: { id: 9 } },
    listSuggestions: own,
    listFavourites: ofFriend,
    listWatchlist: ofFriend,
    getStatistics: { ...ofFriend, query: { year: 2024 } },
    getSharedYear: { params: { key: sharedKey } },
    listImportRows: { params: { importId: imported.id }, query: {} },
    getImport: { params: { importId: imported.id } },
  }
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const answerOf = async (name: string, language: string) => {
  const endpoint = registry.find((one) => one.name === name)?.endpoint
  if (!endpoint) throw new Error(`there is no ${name}`)
  const headers = { 'accept-language': language }
  const { status, data } = await app.call(endpoint, { ...calls[name], as: member, headers })
  expect([name, status]).toEqual([name, 200])
  return JSON.stringify(data)
}

test('every answer with a film names it to a member in their own language, on a poster in it', async () => {
  const faults: string[] = []
  for (const name of Object.keys(calls))
    for (const language of ['ar', 'fr'] as const) {
      const answer = await answerOf(name, language)
      if (!answer.includes(titles[language])) faults.push(`${name} has no title in ${language}`)
      if (/"Guest"/.test(answer)) faults.push(`${name} has the English title in ${language}`)
      if (!/guest-/.test(answer)) continue
      const others = name === 'getFilm' ? /"poster(_path)?":"[^"]*guest-en/ : /guest-en/
      if (others.test(answer)) faults.push(`${name} has the English poster in ${language}`)
    }
  expect(faults).toEqual([])
})

test.each([
  ['fr', 'Who directed Guest?'],
  ['ar', 'Films like Guest'],
  ['ar', 'Tell me about Guest'],
  ['fr', 'How long is L’Invité?'],
] as const)('SceneBot names a film in %s too: %s', async (language, message) => {
  const { data } = await app.call(askSceneBot, {
    as: member,
    body: { message, lang: language },
    headers: { 'accept-language': language },
  })
  expect(data.reply).toContain(titles[language])
  expect(data.reply).not.toContain('Guest')
  for (const card of data.films)
    expect(card).toMatchObject({
      title: titles[language],
      titleLang: language,
      poster: `/t/p/w500/guest-${language}.jpg`,
    })
})

test('a guest reads a shared year in the language that is asked for, else in English', async () => {
  const shared = async (headers: Record<string, string>) =>
    JSON.stringify((await app.call(getSharedYear, { params: { key: sharedKey }, headers })).data)
  for (const language of ['ar', 'fr'] as const) {
    const answer = await shared({ 'accept-language': language })
    expect(answer).toContain(titles[language])
    expect(answer).not.toContain('"Guest"')
  }
  expect(await shared({})).toContain('"Guest"')
  expect(await shared({ 'accept-language': 'xx' })).toContain('"Guest"')
})

test('the film page has the drawn title in the language of the title, or none', async () => {
  const logo = async (language: string) => JSON.parse(await answerOf('getFilm', language)).logo_path
  for (const language of ['en', 'ar', 'fr']) expect(await logo(language)).toBe(`/logo-${language}.png`)
  const choose = (filmTitles: 'original' | 'my-language') =>
    app.call(updateMember, { as: member, params: { userId: member.id }, body: { filmTitles } })
  await choose('original')
  expect(await logo('ar')).toBeNull()
  await choose('my-language')
})

test('an export says how its member sees films called, beside names that others know', async () => {
  const update = (body: { language?: 'ar' | 'en'; filmTitles?: 'original' | 'my-language' }) =>
    app.call(updateMember, { as: member, params: { userId: member.id }, body })
  const names = { tmdbId: film.id, title: 'Guest', originalTitle: '손님' }
  const shown = async (shownTitle: string) => {
    const { files } = await download(app, member)
    const named = { ...names, shownTitle }
    expect(itemsAt(files, 'watchlist.json', sceneWatchlistItem)).toMatchObject([{ film: named }])
    expect(itemsAt(files, 'lists.json', sceneList)).toMatchObject([{ films: [named] }])
    expect(jsonAt(files, 'scene.json')).toMatchObject({ member: { favouriteFilms: [named] } })
    expect(textAt(files, 'letterboxd/watchlist.csv')).toContain('77,,Guest,')
  }
  await update({ language: 'ar' })
  await shown(titles.ar)
  await update({ filmTitles: 'original' })
  await shown('손님')
  await update({ language: 'en', filmTitles: 'my-language' })
  await shown('Guest')
})

test('who wants English titles sees English posters', async () => {
  await app.call(updateMember, { as: member, params: { userId: member.id }, body: { filmTitles: 'english' } })
  for (const name of ['getFeed', 'getFilm', 'searchFilms', 'getList'])
    expect([name, await answerOf(name, 'ar')]).toEqual([name, expect.stringContaining('/guest-en.jpg')])
})
