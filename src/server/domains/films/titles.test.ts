import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browseFilms } from '#shared/api/browse.ts'
import { getFilm, listTrending, searchFilms } from '#shared/api/films.ts'
import { getList } from '#shared/api/lists.ts'
import {
  createLog,
  getFeed,
  getLog,
  listMemberFilms,
  listMemberLogs,
  listPopularFilms,
} from '#shared/api/logs.ts'
import { getMember, updateMember } from '#shared/api/members.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { shareFilm } from '#shared/api/sharing.ts'
import { listFavourites, listWatchlist } from '#shared/api/shelves.ts'
import { filmTitleChoices, type FilmTitleChoice } from '#shared/film-titles.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePage,
  wireTitles,
  type FilmSourceServer,
  type Reply,
} from '#test/fakes/film-source-server.ts'
import { buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { completeFilms, requireFilm, upsertFilm } from './films.service.ts'

const translation = (code: string, country: string, data: unknown) => ({
  iso_639_1: code,
  iso_3166_1: country,
  data,
})

const koreanFilm = {
  id: 77,
  title: 'Guest',
  original_title: '손님',
  original_language: 'ko',
  overview: 'Somebody comes.',
  tagline: 'Come in.',
  translations: {
    translations: [
      translation('ar', 'AE', { title: 'ضيف', overview: '', tagline: '' }),
      translation('ar', 'SA', { title: 'الضيف', overview: 'يأتي أحدهم.', tagline: '' }),
      translation('fr', 'CA', { title: '손님', overview: '', tagline: 'Entrez.' }),
      translation('qq', 'QQ', { title: 'Nothing' }),
      translation('fr', 'FR', null),
      null,
    ],
  },
}

let source: FilmSourceServer
let app: TestApp
let member: TestMember
let friend: TestMember
let replies: Map<string, Reply>

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url } })
  member = await buildMember(app)
  friend = await buildMember(app)
  await follow(app, member, friend)
})
beforeEach(() => {
  const { id, ...details } = koreanFilm
  replies = new Map([[`/movie/${id}`, { json: wireDetails(id, details) }]])
  source.otherwise((path) => replies.get(path) ?? wireErrors.notFound)
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const choose = (filmTitles: FilmTitleChoice) =>
  app.call(updateMember, { as: member, params: { userId: member.id }, body: { filmTitles } })

type Language = 'ar' | 'en' | 'fr'
const speaking = (language: Language) => ({
  as: member,
  headers: { 'accept-language': `${language}-XX, de;q=0.5` },
})

describe('a film that the source has in other languages', () => {
  const film = { id: koreanFilm.id }
  let logId: string
  let listId: string

  beforeAll(async () => {
    source.otherwise(() => ({ json: wireDetails(koreanFilm.id, koreanFilm) }))
    await requireFilm(app.ctx, film.id)
    logId = (await buildLog(app, { author: friend, film, review: 'A review.' })).id
    await app.db.updateTable('logs').set({ watched_at: '2024-01-02' }).where('id', '=', logId).execute()
    listId = (await buildList(app, { author: friend, films: [film] })).id
    await app.db.insertInto('favourites').values({ member_id: friend.id, film_id: film.id }).execute()
    await app.db
      .insertInto('watchlist_items')
      .values({ member_id: friend.id, film_id: film.id, audience: 'members' })
      .execute()
    await app.db
      .updateTable('members')
      .set({ favorite_film_ids: [film.id] })
      .where('id', '=', friend.id)
      .execute()
    await follow(app, friend, member)
    await app.call(shareFilm, { as: friend, params: { userId: member.id }, body: { movieId: film.id } })
  })

  const feed = (language: Language) => ({ ...speaking(language), params: { userId: member.id } })

  /** The film's title as each view has it. */
  const views: Record<string, (language: Language) => Promise<unknown>> = {
    feed: async (language) => (await app.call(getFeed, feed(language))).data[0],
    log: async (language) =>
      (await app.call(getLog, { ...speaking(language), params: { logId } })).data.movie,
    'member’s logs': async (language) =>
      (await app.call(listMemberLogs, { ...speaking(language), params: { userId: friend.id } })).data[0],
    'member’s films': async (language) =>
      (await app.call(listMemberFilms, { ...speaking(language), params: { userId: friend.id } })).data[0],
    list: async (language) =>
      (await app.call(getList, { ...speaking(language), params: { listId } })).data.movies[0],
    watchlist: async (language) =>
      (await app.call(listWatchlist, { ...speaking(language), params: { userId: friend.id } })).data[0],
    favourites: async (language) =>
      (await app.call(listFavourites, { ...speaking(language), params: { userId: friend.id } })).data[0],
    profile: async (language) =>
      (await app.call(getMember, { ...speaking(language), params: { userId: friend.id } })).data
        .favoriteFilms[0],
    'popular films': async (language) => (await app.call(listPopularFilms, speaking(language))).data[0],
    'film page': async (language) =>
      (await app.call(getFilm, { ...speaking(language), params: { id: film.id } })).data,
    browsing: async (language) => (await app.call(browseFilms, speaking(language))).data.results[0],
  }

  const expected: Record<FilmTitleChoice, Record<Language, [title: string, lang: string]>> = {
    'my-language': { en: ['Guest', 'en'], ar: ['الضيف', 'ar'], fr: ['Guest', 'en'] },
    original: { en: ['손님', 'ko'], ar: ['손님', 'ko'], fr: ['손님', 'ko'] },
    english: { en: ['Guest', 'en'], ar: ['Guest', 'en'], fr: ['Guest', 'en'] },
  }

  test.each(filmTitleChoices)('is named by the choice "%s" in every view and language', async (choice) => {
    expect((await choose(choice)).data).toMatchObject({ user: { filmTitles: choice } })
    replies.set('/discover/movie', {
      json: wirePage([wireFilm(koreanFilm.id, { ...koreanFilm, translations: undefined })]),
    })
    for (const [name, view] of Object.entries(views))
      for (const language of ['en', 'ar', 'fr'] as const) {
        const [title, titleLang] = expected[choice][language]
        expect([name, language, await view(language)]).toMatchObject([name, language, { title, titleLang }])
      }
  })

  test('has its other title below', async () => {
    await choose('my-language')
    const other = async (language: Language) =>
      (await views['film page']?.(language)) as { otherTitle: unknown }
    expect((await other('ar')).otherTitle).toEqual({ title: '손님', lang: 'ko' })
    await choose('original')
    expect((await other('ar')).otherTitle).toEqual({ title: 'الضيف', lang: 'ar' })
    expect((await other('en')).otherTitle).toEqual({ title: 'Guest', lang: 'en' })
    await choose('my-language')
  })

  test('tells its story in the member’s language, else in English', async () => {
    const { data } = await app.call(getFilm, { ...speaking('ar'), params: { id: film.id } })
    expect(data).toMatchObject({
      overview: 'يأتي أحدهم.',
      overviewLang: 'ar',
      tagline: 'Come in.',
      taglineLang: 'en',
    })
    const french = await app.call(getFilm, { ...speaking('fr'), params: { id: film.id } })
    expect(french.data).toMatchObject({
      overview: 'Somebody comes.',
      overviewLang: 'en',
      tagline: 'Entrez.',
      taglineLang: 'fr',
    })
  })

  test('costs a feed no more statements in any language', async () => {
    await choose('english')
    const count = (language: Language) => app.countStatements(() => app.call(getFeed, feed(language)))
    const english = await count('en')
    await choose('my-language')
    expect(await count('ar')).toBe(english)
    expect(await count('fr')).toBe(english)
  })

  test('is found among a member’s logs by each of its titles', async () => {
    for (const q of ['guest', '손님', 'الضيف', 'ضَيف'])
      expect(
        (await app.call(listMemberLogs, { as: member, params: { userId: friend.id }, query: { q } })).data,
      ).toHaveLength(1)
    const none = await app.call(listMemberLogs, {
      as: member,
      params: { userId: friend.id },
      query: { q: 'nothing' },
    })
    expect(none.data).toEqual([])
  })

  test('is named in notifications, to who asks and to who is told', async () => {
    const { data } = await app.call(listNotifications, speaking('ar'))
    expect(data).toMatchObject([{ type: 'suggest_movie', title: 'الضيف', titleLang: 'ar' }])
  })

  test('keeps its titles when a translated one is sent with a log', async () => {
    const { data } = await app.call(createLog, {
      ...speaking('ar'),
      body: { movieId: film.id, title: 'الضيف', rating: 4 },
    })
    expect(data).toMatchObject({ title: 'الضيف', movie: { otherTitle: { title: '손님' } } })
    const record = await app.db
      .selectFrom('films')
      .selectAll()
      .where('id', '=', film.id)
      .executeTakeFirstOrThrow()
    expect(record).toMatchObject({ title: 'Guest', original_title: '손님' })
  })
})

test('a language that nobody asks for is the member’s own', async () => {
  await app.db.updateTable('members').set({ locale: 'ar' }).where('id', '=', member.id).execute()
  await app.ctx.changes.caughtUp()
  for (const language of ['*', 'de', ''])
    expect(
      (await app.call(getFilm, { as: member, headers: { 'accept-language': language }, params: { id: 77 } }))
        .data,
    ).toMatchObject({ title: 'الضيف' })
  await app.call(updateMember, { as: member, params: { userId: member.id }, body: { language: 'en' } })
  expect((await app.call(getFilm, { as: member, params: { id: 77 } })).data).toMatchObject({ title: 'Guest' })
})

test('half an answer takes no text away', async () => {
  const id = 1078
  replies.set(`/movie/${id}`, { json: wireTitles(id, [], { ...koreanFilm, id }) })
  await app.db.insertInto('films').values({ id, title: 'Film 1078' }).execute()
  await completeFilms(app.ctx)
  const text = () =>
    app.db
      .selectFrom('film_texts')
      .select(['language', 'title', 'overview'])
      .where('film_id', '=', id)
      .orderBy('language')
      .execute()
  const whole = [
    { language: 'ar', title: 'الضيف', overview: 'يأتي أحدهم.' },
    { language: 'fr', title: '손님', overview: '' },
  ]
  expect(await text()).toEqual(whole)
  const details = await app.ctx.filmSource.film(koreanFilm.id)
  if (!details) throw new Error('the source knows the film')
  const half = { language: 'ar', title: '', overview: '', tagline: 'تفضّل.' }
  await upsertFilm(app.db, { ...details, id, translations: [half] })
  expect(await text()).toEqual(whole)
})

test('a title of 500 letters in four scripts is kept whole', async () => {
  const id = 1079
  const title = 'Aé '.repeat(50) + 'ضيف '.repeat(40) + '손님'.repeat(50) + '🎬'.repeat(90)
  replies.set(`/movie/${id}`, {
    json: wireTitles(id, [], {
      translations: { translations: [translation('fr', 'FR', { title, overview: 'o'.repeat(20_000) })] },
    }),
  })
  await app.db.insertInto('films').values({ id, title: 'Long' }).execute()
  await completeFilms(app.ctx)
  const rows = await app.db.selectFrom('film_texts').selectAll().where('film_id', '=', id).execute()
  expect(rows).toMatchObject([{ language: 'fr', title }])
  expect(rows[0]?.overview).toHaveLength(10_000)
})

test('films of a list are asked for behind it, for whoever reads another language', async () => {
  const film = wireFilm(1080)
  replies.set('/trending/movie/week', { json: wirePage([film]) })
  replies.set('/movie/1080', { json: wireTitles(1080, []) })
  const first = async (language: Language) => (await app.call(listTrending, speaking(language))).data[0]
  expect(await first('ar')).toMatchObject({ title: 'Film 1080', titleLang: 'en' })
  await expect
    .poll(async () => (await app.db.selectFrom('films').select('id').where('id', '=', 1080).execute()).length)
    .toBe(1)
  await completeFilms(app.ctx)
  expect(await first('ar')).toMatchObject({
    title: 'فيلم 1080',
    otherTitle: { title: 'Film 1080', lang: 'en' },
  })
  expect(await first('en')).toMatchObject({ title: 'Film 1080' })
})

test('the built-in catalogue knows Arabic films by their names, and well-known ones in Arabic and French', async () => {
  const builtIn = await startTestApp()
  try {
    const as = await buildMember(builtIn)
    const page = async (id: number, language: Language) =>
      (await builtIn.call(getFilm, { as, headers: { 'accept-language': language }, params: { id } })).data
    const [wadjda, godfather] = [905_474_120, 238]
    expect(await page(wadjda, 'ar')).toMatchObject({
      title: 'وجدة',
      titleLang: 'ar',
      otherTitle: { title: 'Wadjda', lang: 'en' },
    })
    expect(await page(wadjda, 'en')).toMatchObject({
      title: 'Wadjda',
      otherTitle: { title: 'وجدة', lang: 'ar' },
    })
    expect((await page(godfather, 'ar')).title).toBe('العراب')
    expect((await page(godfather, 'fr')).title).toBe('Le Parrain')
    const found = async (q: string) =>
      (await builtIn.call(searchFilms, { as, headers: { 'accept-language': 'ar' }, query: { q } })).data
        .results[0]
    expect(await found('وجدة')).toMatchObject({ id: wadjda, title: 'وجدة', titleLang: 'ar' })
    for (const q of ['le parrain', 'العرّاب', 'the godfather'])
      expect(await found(q)).toMatchObject({ id: godfather, title: 'العراب', titleLang: 'ar' })
  } finally {
    await builtIn.close()
  }
})
