import { expect, test } from 'vitest'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startFilmSourceServer, wireDetails, wireFilm, wirePage } from '#test/fakes/film-source-server.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { discoverFilms } from './discover.service.ts'
import { filmFacts } from './films.service.ts'
import { myWatchlist } from './own.service.ts'
import { englishReader } from '#shared/film-titles.ts'

const parasite = 496_243

test('what people think is told of a film database, not of the votes that the built-in catalogue invents', async () => {
  const app = await startTestApp()
  const source = await startFilmSourceServer()
  source.otherwise((path) =>
    path === '/discover/movie' ? { json: wirePage([wireFilm(parasite)]) } : { json: wireDetails(parasite) },
  )
  const away = await startTestApp({ env: { TMDB_BASE_URL: source.url } })
  const ratings = async ({ ctx, db }: TestApp, of: TestMember) => {
    const as = { ...of, sessionId: '', emailVerified: true, titles: englishReader }
    await requireFilm(ctx, parasite)
    await db.insertInto('watchlist_items').values({ member_id: of.id, film_id: parasite }).execute()
    const { rating, votes } = await filmFacts(ctx, as, { id: parasite })
    const listed = await discoverFilms(ctx, as, { filters: {}, order: 'best' })
    const own = await myWatchlist(ctx, as, { filters: {} })
    const inLists = [...listed.films, ...own.films].map((film) => film.rating)
    return { facts: { rating, votes }, inLists: [...new Set(inLists)] }
  }
  expect(await ratings(away, await buildMember(away))).toEqual({
    facts: { rating: 8.4, votes: 26_280 },
    inLists: [8.4],
  })
  expect(await ratings(app, await buildMember(app))).toEqual({
    facts: { rating: null, votes: 0 },
    inLists: [null],
  })
  await app.close()
  await away.close()
  await source.close()
})
