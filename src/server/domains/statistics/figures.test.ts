import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getStatistics, type Figures } from '#shared/api/statistics.ts'
import { createRandom } from '#built-in/seeded-random.ts'
import { mergeFilms } from '#server/domains/film-identity/merge.service.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { countStatistics } from './statistics.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const read = async (member: TestMember, year?: number, as = member) =>
  (await app.call(getStatistics, { as, params: { userId: member.id }, query: year ? { year } : {} })).data

/** Counts and reads the figures. */
async function figuresOf(member: TestMember, year = 0): Promise<Figures> {
  await countStatistics(app.ctx, { memberId: member.id, audience: 'me' }, year)
  const { figures } = await read(member, year)
  if (!figures) throw new Error('nothing was kept')
  return figures
}

interface Film {
  id: number
  runtime: number
  genreIds: number[]
  countries: string[]
  language: string
  releaseDate: string
  directors: number[]
}

interface Log {
  film: number
  /** Half stars. */
  rating: number | null
  day: string | null
  rewatch: boolean
  review: string
  mark: boolean
  /** Milliseconds since the epoch. */
  at: number
}

/** The figures once more, in plain words over the logs, by other ways than the statement's. */
function recount(allLogs: readonly Log[], films: ReadonlyMap<number, Film>, year: number) {
  const logs = allLogs
    .filter((log) => year === 0 || log.day?.startsWith(`${year}-`))
    .toSorted((a, b) => a.at - b.at)
  const filmOf = (id: number): Film => {
    const film = films.get(id)
    if (!film) throw new Error(`no film ${id}`)
    return film
  }
  const entries = logs.filter((log) => !log.mark)
  const entered = new Set(entries.map((log) => log.film))
  const onlyMarked = new Map(logs.filter((log) => !entered.has(log.film)).map((log) => [log.film, log]))
  const viewings = [...entries, ...onlyMarked.values()]
  const seen = [...new Set(logs.map((log) => log.film))]
  const ratingOf = new Map<number, number>()
  for (const log of logs) if (log.rating !== null) ratingOf.set(log.film, log.rating)
  const dated = viewings.flatMap((log) => (log.day === null ? [] : [{ ...log, day: log.day }]))
  const days = [...new Set(dated.map((log) => log.day))].toSorted()
  const shares = (keysOf: (film: Film) => readonly (string | number)[]) => {
    const tally: Record<string, { films: number; rated: number; sum: number }> = {}
    for (const id of seen)
      for (const key of new Set(keysOf(filmOf(id)))) {
        const share = (tally[key] ??= { films: 0, rated: 0, sum: 0 })
        const rating = ratingOf.get(id)
        share.films += 1
        if (rating !== undefined) {
          share.rated += 1
          share.sum += rating / 2
        }
      }
    return Object.fromEntries(
      Object.entries(tally).map(([key, { films: count, rated, sum }]) => [
        key,
        { films: count, rated, average: rated === 0 ? null : Number((sum / rated).toFixed(6)) },
      ]),
    )
  }
  const weekdays = [1, 2, 3, 4, 5, 6, 0].map(
    (weekday) => dated.filter((log) => new Date(`${log.day}T12:00:00Z`).getUTCDay() === weekday).length,
  )
  const follows = (day: string, next: string) => {
    const date = new Date(`${day}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + 1)
    return date.toISOString().startsWith(next)
  }
  let streak = 0
  days.forEach((_, start) => {
    let end = start
    while (follows(days[end] ?? '', days[end + 1] ?? 'none')) end++
    streak = Math.max(streak, end - start + 1)
  })
  const ratings = [...ratingOf.values()]
  const firstDays = seen
    .flatMap((id) => {
      const day = dated.flatMap((log) => (log.film === id ? [log.day] : [])).toSorted()[0]
      return day === undefined ? [] : [day]
    })
    .toSorted()
  return {
    films: seen.length,
    viewings: viewings.length,
    rewatches: viewings.filter((log) => log.rewatch).length,
    reviews: viewings.filter((log) => log.review !== '').length,
    minutes: viewings.reduce((sum, log) => sum + filmOf(log.film).runtime, 0),
    days: days.length,
    streak,
    undated: viewings.length - dated.length,
    perPeriod: Object.fromEntries(
      [...Map.groupBy(dated, (log) => Number(year === 0 ? log.day.slice(0, 4) : log.day.slice(5, 7)))].map(
        ([period, those]) => [period, [those.length, those.filter((log) => log.rewatch).length]],
      ),
    ),
    weekdays,
    byRating: Array.from({ length: 10 }, (_, step) => ratings.filter((one) => one === step + 1).length),
    genres: shares((film) => film.genreIds),
    countries: shares((film) => film.countries),
    languages: shares((film) => (film.language === '' ? [] : [film.language])),
    decades: shares((film) => (film.releaseDate === '' ? [] : [`${film.releaseDate.slice(0, 3)}0`])),
    directors: shares((film) => film.directors),
    lacking: {
      runtime: seen.filter((id) => filmOf(id).runtime === 0).length,
      genres: seen.filter((id) => filmOf(id).genreIds.length === 0).length,
      countries: seen.filter((id) => filmOf(id).countries.length === 0).length,
      languages: seen.filter((id) => filmOf(id).language === '').length,
      decades: seen.filter((id) => filmOf(id).releaseDate === '').length,
      people: seen.filter((id) => filmOf(id).directors.length === 0).length,
    },
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
    fiftieth: firstDays[49] ?? null,
    longest: Math.max(0, ...seen.map((id) => filmOf(id).runtime)),
    sameYear: seen.filter((id) => filmOf(id).releaseDate.startsWith(`${year}`)).length,
  }
}

const keyed = (shares: readonly { key: string; films: number; rated: number; average: number | null }[]) =>
  Object.fromEntries(
    shares.map(({ key, films, rated, average }) => [
      key,
      { films, rated, average: average === null ? null : Number(average.toFixed(6)) },
    ]),
  )

/** What the answer says, in the words of `recount`. */
const told = (figures: Figures) => ({
  films: figures.films,
  viewings: figures.viewings,
  rewatches: figures.rewatches,
  reviews: figures.reviews,
  minutes: figures.minutes,
  days: figures.days,
  streak: figures.streak?.days ?? 0,
  undated: figures.undated,
  perPeriod: Object.fromEntries(
    figures.periods
      .filter(({ viewings }) => viewings > 0)
      .map(({ period, viewings, rewatches }) => [period, [viewings, rewatches]]),
  ),
  weekdays: figures.weekdays,
  byRating: figures.ratings.byRating,
  genres: keyed(figures.genres),
  countries: keyed(figures.countries),
  languages: keyed(figures.languages),
  decades: keyed(figures.decades),
  directors: keyed(figures.directors.map(({ id, ...share }) => ({ ...share, key: String(id) }))),
  lacking: figures.lacking,
  first: figures.first?.day ?? null,
  last: figures.last?.day ?? null,
  fiftieth: figures.milestones.find(({ number }) => number === 50)?.day ?? null,
  longest: figures.longest?.minutes ?? 0,
  sameYear: figures.releases?.sameYear ?? 0,
})

/** Films of every kind, some of which the source tells little of. */
async function buildFilms(seed: number, count: number): Promise<Map<number, Film>> {
  const random = createRandom(seed)
  const films = new Map<number, Film>()
  for (let index = 0; index < count; index++) {
    const film = {
      id: 700_000_000 + seed * 10_000 + index,
      runtime: random.next() < 0.2 ? 0 : random.int(60, 240),
      genreIds: [18, 35, 28].filter(() => random.next() < 0.4),
      countries: ['FR', 'SA', 'US', 'SU'].filter(() => random.next() < 0.3),
      language: random.pick(['', 'fr', 'ar', 'en']),
      releaseDate: random.pick(['', '1931-05-01', '1999-12-31', '2024-02-29', '2023-01-01']),
      directors: [seed * 100 + 1, seed * 100 + 2].filter(() => random.next() < 0.5),
    }
    films.set(film.id, film)
    await buildFilm(app, film)
    await app.db
      .insertInto('film_credits')
      .values({ film_id: film.id, directors: film.directors, actors: [], source: 'built-in' })
      .execute()
  }
  await app.db
    .insertInto('people')
    .values([1, 2].map((nth) => ({ id: seed * 100 + nth, name: `Director ${nth}`, profile_path: null })))
    .execute()
  return films
}

async function createLogs(member: TestMember, logs: readonly Log[]): Promise<void> {
  for (const log of logs) {
    const { id } = await buildLog(app, {
      author: member,
      film: { id: log.film },
      ...(log.rating !== null && { rating: log.rating / 2 }),
      ...(log.day !== null && { watchedAt: log.day }),
      review: log.review,
      seenOnly: log.mark,
      createdAt: new Date(log.at),
    })
    if (log.rewatch) await sql`update logs set rewatch_count = 2 where id = ${id}`.execute(app.db)
  }
}

describe('figures', () => {
  test.each([1, 2])('are what the logs come to, of all time and of each year (%i)', async (seed) => {
    const films = await buildFilms(seed, 90)
    const random = createRandom(seed + 10)
    const [firstId, ...restIds] = [...films.keys()]
    const ids = [firstId ?? 0, ...restIds] as const
    const oddDays = ['2023-12-31', '2024-01-01', '2024-02-28', '2024-02-29', '2024-03-01', '2024-12-31']
    const day = (): string | null => {
      if (random.next() < 0.1) return null
      if (random.next() < 0.3) return random.pick([oddDays[0] ?? '', ...oddDays])
      return `${random.pick(['2022', '2024'])}-0${random.int(1, 9)}-${random.int(10, 28)}`
    }
    const logs = Array.from({ length: 260 }, (_, index): Log => {
      const mark = random.next() < 0.15
      return {
        film: random.pick(ids),
        rating: random.next() < 0.4 ? null : random.int(1, 10),
        day: mark ? null : day(),
        rewatch: !mark && random.next() < 0.2,
        review: mark || random.next() < 0.6 ? '' : 'Words.',
        mark,
        // Recorded in another order than watched.
        at: Date.UTC(2025, 0, 1) + ((index * 7919) % 260) * 60_000,
      }
    })
    const member = await buildMember(app)
    await createLogs(member, logs)
    for (const year of [0, 2022, 2023, 2024, 2019])
      expect(told(await figuresOf(member, year)), String(year)).toEqual(recount(logs, films, year))
    expect((await read(member)).years).toEqual([2024, 2023, 2022])
  })

  test('of a member without logs are none', async () => {
    const member = await buildMember(app)
    const nothing = await figuresOf(member)
    expect(nothing).toMatchObject({
      films: 0,
      minutes: 0,
      streak: null,
      first: null,
      periods: [],
      genres: [],
    })
    expect(nothing.ratings).toEqual({
      ratings: 0,
      average: null,
      byRating: Array.from({ length: 10 }, () => 0),
    })
    expect((await figuresOf(member, 2024)).periods).toEqual([])
  })

  test('films that became one count once', async () => {
    const [one, other] = [await buildFilm(app, { runtime: 100 }), await buildFilm(app, { runtime: 90 })]
    const member = await buildMember(app)
    await buildLog(app, { author: member, film: one, watchedAt: '2024-05-01', rating: 2 })
    await buildLog(app, { author: member, film: other, watchedAt: '2024-05-02', rating: 4 })
    expect(await figuresOf(member)).toMatchObject({ films: 2, minutes: 190 })
    await mergeFilms(app.ctx, other.id, one.id)
    expect(await read(member)).toMatchObject({ isCounting: true })
    expect(await figuresOf(member)).toMatchObject({
      films: 1,
      viewings: 2,
      minutes: 200,
      longest: { minutes: 100 },
    })
  })

  test('a film is far from the average only where three members rated it', async () => {
    const [liked, disliked, lonely] = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
    const member = await buildMember(app)
    const rate = (author: { id: string }, film: { id: number }, rating: number) =>
      buildLog(app, { author, film, rating, watchedAt: '2024-01-01' })
    await rate(member, liked, 5)
    await rate(member, disliked, 1)
    await rate(member, lonely, 5)
    for (const rating of [2, 3.5]) {
      const rater = await buildMember(app)
      await rate(rater, liked, rating)
      await rate(rater, disliked, rating + 1)
    }
    await rate(await buildMember(app), lonely, 1)
    const { above, below } = await figuresOf(member, 2024)
    const short = (those: Figures['above']) =>
      those.map(({ film, rating, average }) => [film.id, rating, average])
    expect(short(above)).toEqual([[liked.id, 5, 3.5]])
    expect(short(below)).toEqual([[disliked.id, 1, expect.closeTo(8.5 / 3)]])
  })
})
