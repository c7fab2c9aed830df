import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createCatalogue, type Catalogue } from '#built-in/catalogue/catalogue.ts'
import { serveCatalogue } from '#test/fakes/catalogue-server.ts'
import {
  credits,
  externalIds,
  film,
  filmItem,
  genre,
  lists,
  mediaItem,
  pageOf,
  parts,
  personCredits,
  personFields,
  personItem,
  picture,
} from '#test/fakes/catalogue-shapes.ts'

const godfather = 238
const base = 'https://api.themoviedb.org/3/'
let catalogue: Catalogue
beforeAll(async () => {
  catalogue = createCatalogue({ now: () => new Date('2026-02-11T12:00:00Z') })
  await catalogue.ready()
})

async function get<Body extends z.ZodType>(where: string, schema: Body): Promise<z.output<Body>> {
  const response = await catalogue.fetch(base + where)
  expect(`${response.status} ${where}`).toBe(`200 ${where}`)
  expect(response.headers.get('content-type')).toBe('application/json;charset=utf-8')
  return schema.parse(await response.json())
}
async function refusal(where: string, init?: RequestInit, from: Catalogue = catalogue) {
  const response = await from.fetch(base + where, init)
  const body = z
    .strictObject({ success: z.literal(false), status_code: z.int(), status_message: z.string().min(10) })
    .parse(await response.json())
  return [response.status, body.status_code]
}

describe('films', () => {
  test('one film', async () => {
    const answer = await get(`movie/${godfather}`, film)
    expect(answer).toMatchObject({
      title: 'The Godfather',
      imdb_id: 'tt0068646',
      runtime: 175,
      release_date: '1972-03-15',
      genres: [
        { id: 18, name: 'Drama' },
        { id: 80, name: 'Crime' },
      ],
      production_countries: [{ iso_3166_1: 'US', name: 'United States of America' }],
      spoken_languages: [{ english_name: 'English', iso_639_1: 'en', name: 'English' }],
      overview_credit: { url: 'https://en.wikipedia.org/wiki/The_Godfather' },
    })
  })

  test('a text that is not from Wikipedia has no credit', async () => {
    const answer = await get('movie/372058', film)
    expect(answer.original_title).toBe('君の名は。')
    expect(answer.overview).not.toBe('')
    expect(answer.overview_credit).toBeNull()
  })

  test('what is not known is 0 or null', async () => {
    expect((await get('movie/505642', film)).runtime).toBe(0)
    expect((await get('movie/1011985', film)).imdb_id).toBeNull()
  })

  test('film 11020, for the rule about its poster', async () => {
    const answer = await get('movie/11020', film)
    expect(answer.title).toBe('The Approved Poster')
    const { posters } = await get('movie/11020/images', z.looseObject({ posters: z.array(picture) }))
    expect(posters[0]?.file_path).toBe('/poster11020-0-n0.jpg')
  })

  test.each(Object.entries(parts))('part %s alone and appended', async (name, schema) => {
    const alone = await get(`movie/${godfather}/${name}`, z.looseObject({ id: z.literal(godfather) }))
    const { id: _, ...body } = alone
    schema.parse(body)
    const whole = await get(`movie/${godfather}?append_to_response=${name}`, z.looseObject({}))
    expect(whole[name]).toEqual(body)
  })

  test.each(Object.entries(lists))('list %s alone and appended', async (name, schema) => {
    const alone = await get(`movie/${godfather}/${name}`, schema)
    expect(alone.results).toHaveLength(20)
    const whole = await get(`movie/${godfather}?append_to_response=${name}`, z.looseObject({}))
    expect(whole[name]).toEqual(alone)
    const second = await get(`movie/${godfather}/${name}?page=2`, schema)
    expect(second.page).toBe(2)
    const ids = [...alone.results, ...second.results].map((item) => item.id)
    expect(new Set(ids).size).toBe(40)
    expect(ids).not.toContain(godfather)
  })

  test('appends up to 20 parts, passing over those it does not know', async () => {
    const known = [...Object.keys(parts), ...Object.keys(lists)]
    const names = [...known, ...Array.from({ length: 9 }, (_, index) => `unknown${index}`)]
    const answer = await get(`movie/${godfather}?append_to_response=${names.join(',')}`, z.looseObject({}))
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(known))
    expect(answer).not.toHaveProperty('unknown0')
    const tooMany = [...names, 'one', 'more'].join(',')
    expect(await refusal(`movie/${godfather}?append_to_response=${tooMany}`)).toEqual([400, 27])
  })

  test('credits in billing order, directors as crew', async () => {
    const answer = await get(`movie/${godfather}/credits`, z.looseObject(credits.shape))
    expect(answer.cast[0]).toMatchObject({ name: 'Marlon Brando', character: 'Don Vito Corleone', order: 0 })
    expect(answer.cast.map((member) => member.order)).toEqual(answer.cast.map((_, order) => order))
    expect(answer.crew.map((member) => member.name)).toEqual(['Francis Ford Coppola'])
    const ids = [...answer.cast, ...answer.crew].map((member) => member.credit_id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('six posters and backdrops, most voted first, by language', async () => {
    const { posters, backdrops } = await get(`movie/${godfather}/images`, z.looseObject(parts.images.shape))
    expect(posters.map((poster) => poster.file_path)).toEqual(
      ['0-n3', '1-n4', '2-g0', '3-i1', '4-i3', '5-i4'].map((picture) => `/poster238-${picture}.jpg`),
    )
    expect(posters.map((poster) => poster.vote_count)).toEqual([1200, 1063, 926, 789, 652, 515])
    expect(backdrops.map((backdrop) => backdrop.file_path)).toEqual(
      [0, 1, 2, 3, 4, 5].map((variant) => `/backdrop238-${variant}.jpg`),
    )
    const counts = async (query: string) => {
      const answer = await get(`movie/${godfather}/images?${query}`, z.looseObject(parts.images.shape))
      return [answer.posters.length, answer.backdrops.length]
    }
    expect(await counts('language=ar')).toEqual([0, 0])
    expect(await counts('language=en-US')).toEqual([6, 0])
    expect(await counts('language=ar&include_image_language=ar,en,null')).toEqual([6, 6])
    expect(await counts('include_image_language=null')).toEqual([0, 6])
  })

  test('in another language: its title or the original, no overview, genre names in the language', async () => {
    const arabic = await get(`movie/${godfather}?language=ar-SA`, film)
    expect(arabic).toMatchObject({ title: 'العراب', overview: '', overview_credit: null })
    expect(arabic.genres.map((item) => item.name)).toEqual(['دراما', 'جريمة'])
    expect((await get('movie/372058?language=ja', film)).title).toBe('君の名は。')
    expect((await get('movie/372058?language=en-US', film)).title).toBe('Your Name.')
    expect((await get('movie/372058?language=de', film)).title).toBe('君の名は。')
  })

  test('every film of the catalogue has the right shape', async () => {
    let page = 1
    let pages = 1
    for (; page <= Math.min(pages, 500); page += 25) {
      const answer = await get(`discover/movie?page=${page}`, pageOf(filmItem))
      pages = answer.total_pages
      for (const { id } of answer.results) {
        const whole = await get(
          `movie/${id}?append_to_response=credits,external_ids,translations,alternative_titles`,
          z.strictObject({
            ...film.shape,
            credits,
            external_ids: externalIds,
            translations: parts.translations,
            alternative_titles: parts.alternative_titles,
          }),
        )
        expect(whole.translations.translations[0]?.data.title).toBe(whole.title)
      }
    }
    expect(pages).toBe(907)
  })
})

describe('lists', () => {
  test('trending by week and by day', async () => {
    const week = await get('trending/movie/week', pageOf(mediaItem))
    expect(week).toMatchObject({ page: 1, total_pages: 3, total_results: 60 })
    const day = await get('trending/movie/day', pageOf(mediaItem))
    expect(day.results.map((item) => item.id)).not.toEqual(week.results.map((item) => item.id))
    const at = async (date: string) => {
      const other = createCatalogue({ now: () => new Date(date) })
      return (await other.fetch(`${base}trending/movie/week`)).text()
    }
    const sunday = await at('2026-02-15T23:59:59Z')
    expect(JSON.parse(sunday)).toEqual(week)
    expect(await at('2026-02-16T00:00:00Z')).not.toBe(sunday)
  })

  test('the genres', async () => {
    const { genres } = await get('genre/movie/list', z.strictObject({ genres: z.array(genre) }))
    expect(genres).toHaveLength(19)
    expect(genres).toContainEqual({ id: 878, name: 'Science Fiction' })
    for (const language of ['ar', 'fr']) {
      const translated = await get(
        `genre/movie/list?language=${language}`,
        z.strictObject({ genres: z.array(genre) }),
      )
      expect(translated.genres.map((item) => item.id)).toEqual(genres.map((item) => item.id))
      expect(translated.genres).not.toEqual(genres)
    }
  })

  test('the configuration', async () => {
    const { images } = await get(
      'configuration',
      z.looseObject({ images: z.record(z.string(), z.unknown()) }),
    )
    expect(images.poster_sizes).toEqual(['w92', 'w154', 'w185', 'w342', 'w500', 'w780', 'original'])
    expect(images.secure_base_url).toBe('https://image.tmdb.org/t/p/')
  })

  test('films by outside id', async () => {
    const none = {
      movie_results: [],
      person_results: [],
      tv_results: [],
      tv_episode_results: [],
      tv_season_results: [],
    }
    const found = await get(
      'find/tt0068646?external_source=imdb_id',
      z.looseObject({ movie_results: z.array(mediaItem) }),
    )
    expect(found.movie_results.map((item) => item.title)).toEqual(['The Godfather'])
    expect(await get('find/tt9999999?external_source=imdb_id', z.unknown())).toEqual(none)
    expect(await get('find/nonsense?external_source=imdb_id', z.unknown())).toEqual(none)
    expect(await get('find/1?external_source=tvdb_id', z.unknown())).toEqual(none)
    const { wikidata_id: wikidata } = await get(
      `movie/${godfather}/external_ids`,
      z.looseObject(externalIds.shape),
    )
    const same = await get(`find/${wikidata}?external_source=wikidata_id`, z.unknown())
    expect(same).toEqual(found)
    expect(await refusal('find/tt0068646')).toEqual([422, 5])
  })

  test('films by what they are', async () => {
    const horror = await get(
      'discover/movie?with_genres=27&primary_release_date.gte=1980-01-01&primary_release_date.lte=1989-12-31&vote_count.gte=1000&sort_by=vote_average.desc',
      pageOf(filmItem),
    )
    expect(horror.results[0]?.title).toBe('The Shining')
    for (const item of horror.results) {
      expect(item.genre_ids).toContain(27)
      expect(item.release_date).toMatch(/^198/)
      expect(item.vote_count).toBeGreaterThanOrEqual(1000)
    }
    const averages = horror.results.map((item) => item.vote_average)
    expect(averages).toEqual(averages.toSorted((a, b) => b - a))
    const both = await get('discover/movie?with_genres=27,35', pageOf(filmItem))
    const either = await get('discover/movie?with_genres=27|35', pageOf(filmItem))
    const only = await get('discover/movie?with_genres=27&without_genres=35', pageOf(filmItem))
    const all = await get('discover/movie?with_genres=27', pageOf(filmItem))
    expect(all.total_results).toBe(both.total_results + only.total_results)
    expect(either.total_results).toBeGreaterThan(all.total_results)
    expect(await refusal('discover/movie?sort_by=colour.desc')).toEqual([422, 5])
    expect(await refusal('discover/movie?primary_release_date.gte=soon')).toEqual([422, 5])
  })
})

describe('people', () => {
  test('one person, with the films', async () => {
    const search = await get(
      'search/person?query=Greta%20Gerwig',
      pageOf(z.strictObject({ ...personItem.shape, known_for: z.array(mediaItem).min(1).max(3) })),
    )
    const id = search.results[0]?.id
    const person = await get(
      `person/${id}?append_to_response=movie_credits,external_ids,images,unknown`,
      z.strictObject({
        ...personFields,
        also_known_as: z.tuple([]),
        biography: z.literal(''),
        birthday: z.null(),
        deathday: z.null(),
        homepage: z.null(),
        imdb_id: z.null(),
        place_of_birth: z.null(),
        movie_credits: personCredits,
        external_ids: externalIds,
        images: z.strictObject({ profiles: z.array(picture).length(1) }),
      }),
    )
    expect(person).toMatchObject({ id, name: 'Greta Gerwig', profile_path: `/profile${id}-0.jpg` })
    expect(person.movie_credits.crew.map((item) => item.title)).toEqual(
      expect.arrayContaining(['Barbie', 'Lady Bird', 'Little Women']),
    )
    expect(person.movie_credits.cast.map((item) => item.title)).toContain('Frances Ha')
    const alone = await get(`person/${id}/movie_credits`, z.unknown())
    expect(alone).toEqual({ ...person.movie_credits, id })
  })

  test('credits of people and of films agree', async () => {
    const { cast } = await get(`movie/${godfather}/credits`, z.looseObject(credits.shape))
    for (const member of cast) {
      const theirs = await get(`person/${member.id}/movie_credits`, z.looseObject(personCredits.shape))
      const credit = theirs.cast.find((item) => item.id === godfather)
      expect(credit).toMatchObject({ character: member.character, credit_id: member.credit_id })
    }
  })
})

describe('refusals', () => {
  test.each([
    ['nothing', 404, 34],
    ['movie/1999999999', 404, 34],
    ['movie/99999999999999999999', 404, 6],
    ['movie/abc', 404, 6],
    ['movie/238/nothing', 404, 34],
    ['movie/1999999999/credits', 404, 34],
    ['person/1', 404, 34],
    ['person/abc', 404, 6],
    ['person/1/nothing', 404, 34],
    ['tv/1', 404, 34],
    ['trending/movie/month', 404, 34],
    ['trending/movie/week?page=501', 400, 22],
    ['trending/movie/week?page=0', 400, 22],
    ['trending/movie/week?page=-1', 400, 22],
    ['search/movie?query=dune&page=1.5', 400, 22],
    ['search/person?query=dune&page=x', 400, 22],
    ['movie/238/similar?page=501', 400, 22],
    ['movie/238?append_to_response=similar&page=501', 400, 22],
    ['search/movie', 422, 5],
    ['search/movie?query=', 422, 5],
    ['search/person?query=%20', 422, 5],
    ['search/movie?query=dune&year=old', 422, 5],
  ])('%s is %i, code %i', async (where, status, code) => {
    expect(await refusal(where)).toEqual([status, code])
  })

  test('a page after the last is empty', async () => {
    const answer = await get('trending/movie/week?page=500', pageOf(mediaItem))
    expect(answer).toMatchObject({ page: 500, results: [], total_pages: 3, total_results: 60 })
  })

  test('anything but reading', async () => {
    expect(await refusal('movie/238', { method: 'POST' })).toEqual([405, 42])
  })

  test('a wrong key where one is demanded', async () => {
    const guarded = createCatalogue({ apiKey: 'right' })
    expect(await refusal('configuration', {}, guarded)).toEqual([401, 7])
    expect(await refusal('configuration?api_key=wrong', {}, guarded)).toEqual([401, 7])
    const wrong = { headers: { authorization: 'Bearer wrong' } }
    expect(await refusal('configuration', wrong, guarded)).toEqual([401, 7])
    expect((await guarded.fetch(`${base}configuration?api_key=right`)).status).toBe(200)
    const right = { headers: { authorization: 'Bearer right' } }
    expect((await guarded.fetch(new Request(`${base}configuration`, right))).status).toBe(200)
  })

  test('an aborted request rejects', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(catalogue.fetch(`${base}configuration`, { signal })).rejects.toThrow('enough')
  })
})

test('answers under any origin and any base path', async () => {
  const expected = await (await catalogue.fetch(`${base}movie/3`)).text()
  for (const address of ['http://localhost:1/3/movie/3', 'https://proxy.test/films/3/movie/3/']) {
    expect(await (await catalogue.fetch(new URL(address))).text()).toBe(expected)
  }
  expect((await catalogue.fetch('http://localhost/4/movie/3')).status).toBe(404)
})

test('answers the same over HTTP', async () => {
  const server = await serveCatalogue(catalogue)
  try {
    for (const where of ['movie/238?append_to_response=credits', 'movie/abc', 'search/movie?query=ذيب']) {
      const [direct, served] = await Promise.all([
        catalogue.fetch(base + where),
        fetch(`${server.url}/3/${where}`),
      ])
      expect(served.status).toBe(direct.status)
      expect(served.headers.get('content-type')).toBe(direct.headers.get('content-type'))
      expect(await served.text()).toBe(await direct.text())
    }
  } finally {
    await server.close()
  }
})

test('two catalogues answer alike', async () => {
  const other = createCatalogue({ now: () => new Date('2026-02-11T12:00:00Z') })
  for (const where of ['movie/603?append_to_response=similar,recommendations', 'search/movie?query=sta']) {
    const [one, two] = await Promise.all([catalogue.fetch(base + where), other.fetch(base + where)])
    expect(await two.text()).toBe(await one.text())
  }
})

test('tells what drawn artwork needs', async () => {
  expect(await catalogue.film(godfather)).toEqual({
    id: godfather,
    title: 'The Godfather',
    originalTitle: 'The Godfather',
    language: 'en',
    translatedTitles: { ar: 'العراب', fr: 'Le Parrain' },
    year: 1972,
    genreIds: [18, 80],
    directors: ['Francis Ford Coppola'],
  })
  expect(await catalogue.film(1)).toBeNull()
  const { crew } = await get(`movie/${godfather}/credits`, z.looseObject(credits.shape))
  const id = crew[0]?.id ?? 0
  expect(await catalogue.person(id)).toEqual({ id, name: 'Francis Ford Coppola' })
  expect(await catalogue.person(1)).toBeNull()
})
