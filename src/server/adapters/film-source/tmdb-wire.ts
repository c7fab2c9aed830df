import * as z from 'zod'
import { isLocale, locales } from '#shared/locale.ts'
import {
  crewJobs,
  type SourceFilm,
  type SourceFilmDetails,
  type SourceFilmTitles,
  type SourceOffers,
  type SourcePicture,
  type SourceReleaseType,
  type SourceTranslation,
} from './film-source.ts'
import {
  distinct,
  id,
  list,
  listed,
  number,
  pageOf,
  part,
  person,
  picturePath,
  summary,
  text,
} from './tmdb-items.ts'

export const filmsAnswer = pageOf(listed)

const castMember = z.object({ ...person, character: text, order: number })
const crewMember = z.object({ ...person, job: text, department: text })
const video = z
  .object({
    key: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    site: text,
    type: text,
    name: text,
    official: z.boolean().catch(false),
    iso_639_1: text,
  })
  .transform(({ iso_639_1: language, ...rest }) => ({ ...rest, language }))
const image = z
  .object({
    file_path: picturePath,
    vote_count: number,
    vote_average: number,
    iso_639_1: z.string().nullable().catch(null),
  })
  .transform(({ file_path, iso_639_1: language, ...votes }, check) => {
    if (file_path) return { file_path, language, ...votes }
    check.addIssue({ code: 'custom', message: 'no picture' })
    return z.NEVER
  })
const provider = z.object({ provider_id: id, provider_name: z.string().min(1), logo_path: picturePath })
const providers = list(provider, 40).transform((items) => distinct(items, (item) => item.provider_id))

const genre = z.object({ id: z.number().int().positive(), name: z.string().min(1) })
export const genresAnswer = z.object({ genres: list(genre, 100) }).transform((answer) => answer.genres)
const country = z.object({ iso_3166_1: z.string().regex(/^[A-Z]{2}$/) })
export const countriesAnswer = list(country, 500).transform((found) =>
  found.map(({ iso_3166_1: code }) => code),
)
const language = z.object({ iso_639_1: z.string().regex(/^[a-z]{2}$/) })
export const languagesAnswer = list(language, 500).transform((found) =>
  found.map(({ iso_639_1: code }) => code),
)
const ranked = z.object({ ...provider.shape, display_priority: z.number().catch(Number.MAX_SAFE_INTEGER) })
export const providersAnswer = z.object({ results: list(ranked, 500) }).transform(({ results }) =>
  distinct(results, (item) => item.provider_id)
    .toSorted((a, b) => a.display_priority - b.display_priority)
    .map(({ provider_id, provider_name, logo_path }) => ({ provider_id, provider_name, logo_path })),
)
const offers = z.object({
  link: z
    .url({ protocol: /^https$/ })
    .max(500)
    .catch(''),
  flatrate: providers,
  free: providers,
  ads: providers,
  rent: providers,
  buy: providers,
}) satisfies z.ZodType<SourceOffers>

/** The source does not sort by votes, so more are read than kept. */
const pictures = { read: 2000, backdrops: 60, posters: 200 }

const collectionRead = 200
/** `/collection/{id}`. Films that are not out yet come last. */
export const collectionAnswer = z
  .object({ parts: z.array(z.unknown()).pipe(list(listed, collectionRead)) })
  .transform(({ parts }) =>
    distinct(parts, (film) => film.id).toSorted(
      (a, b) =>
        Number(a.release_date === '') - Number(b.release_date === '') ||
        a.release_date.localeCompare(b.release_date),
    ),
  )

/** `/find/{id}`: films are apart from series and people. */
export const foundAnswer = z.object({ movie_results: z.array(z.unknown()).pipe(list(listed, 20)) })

const titlesRead = 300
const titled = z.object({ title: z.string().min(1) })

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
/** The source also uses codes of its own: `cn` is Cantonese, `xx` is no language. */
const isLanguage = (code: string) =>
  code === 'cn' || (/^[a-z]{2}$/.test(code) && code !== 'xx' && languageNames.of(code) !== undefined)

const translation = z.object({
  iso_639_1: z.string().refine(isLanguage),
  iso_3166_1: text,
  data: part({ title: text, overview: text, tagline: text }),
})

/**
 * The country whose text is used for a language that has several; for other languages the country with the same code.
 */
const homes = new Map([
  ['ar', 'SA'],
  ['en', 'US'],
  ['zh', 'CN'],
])

/** One translation for each language, that of its home country if there is one. */
function byLanguage(found: z.output<typeof translation>[]): SourceTranslation[] {
  const isHome = ({ iso_639_1: code, iso_3166_1: country }: z.output<typeof translation>) =>
    country === (homes.get(code) ?? code.toUpperCase())
  const ordered = found.toSorted((a, b) => Number(isHome(b)) - Number(isHome(a)))
  return [...Map.groupBy(ordered, ({ iso_639_1: code }) => code)].map(([code, ofLanguage]) => {
    const first = (field: keyof z.output<typeof translation>['data']) =>
      ofLanguage.map(({ data }) => data[field].trim()).find((words) => words !== '') ?? ''
    return { language: code, title: first('title'), overview: first('overview'), tagline: first('tagline') }
  })
}

/** Translations into Scene's languages and the film's own are kept completely, of others only the title. */
function kept(found: SourceTranslation[], original: string): SourceTranslation[] {
  const isWhole = (code: string) => code === original || isLocale(code)
  return found
    .map((one) => (isWhole(one.language) ? one : { ...one, overview: '', tagline: '' }))
    .filter(({ title, overview, tagline }) => title + overview + tagline !== '')
}

const imdbId = z
  .string()
  .regex(/^tt\d+$/)
  .nullable()
  .catch(null)
const wikidataId = z
  .string()
  .regex(/^Q[1-9]\d*$/)
  .nullable()
  .catch(null)
const countryCode = z.string().regex(/^[A-Z]{2}$/)

/** The fields of `/movie/{id}` that lists do not have. */
const facts = {
  runtime: z.number().int().min(0).catch(0),
  imdb_id: imdbId,
  external_ids: part({ imdb_id: imdbId, wikidata_id: wikidataId }),
  origin_country: list(countryCode, 20),
  genres: list(z.object({ id: z.number().int(), name: text }), 30),
  // Translations of only the overview have a blank title.
  translations: part({ translations: list(translation, titlesRead) }),
}

const identity = (film: z.output<z.ZodObject<typeof facts>>) => ({
  runtime: film.runtime,
  imdb_id: film.imdb_id ?? film.external_ids.imdb_id,
  wikidata_id: film.external_ids.wikidata_id,
  origin_country: film.origin_country,
  genres: film.genres,
  translations: byLanguage(film.translations.translations),
})

/** `/movie/{id}` with the titles of everywhere. */
const titlesAnswer = z
  .object({
    ...facts,
    alternative_titles: part({ titles: list(titled, titlesRead) }),
    images: part({ posters: list(image, pictures.read) }),
  })
  .transform(({ alternative_titles, images, ...film }) => ({
    ...identity(film),
    translated_posters: translatedPosters(bestOf(images.posters, pictures.posters)),
    titles: distinct(
      [...alternative_titles.titles, ...film.translations.translations.map(({ data }) => data)]
        .map(({ title }) => title)
        .filter((title) => title !== ''),
      (title) => title,
    ),
  }))

/** The source sends a time; the day is the one that is written, in the region's own time. */
const releaseDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T|$)/)
  .transform((moment) => moment.slice(0, 10))
const release = z.object({
  type: z.number().refine((type): type is SourceReleaseType => [1, 2, 3, 4, 5, 6].includes(type)),
  release_date: releaseDate,
  certification: text,
  note: text,
})
const releasesRead = 20
const regionReleases = z.object({ iso_3166_1: countryCode, release_dates: list(release, releasesRead) })
const regionsRead = 300

const keyword = z.object({ id, name: z.string().min(1).max(100) })
const keywordsRead = 60
const collection = z
  .object({ id, name: z.string().min(1) })
  .nullable()
  .catch(null)

const crewRead = 3000
const jobs: ReadonlySet<string> = new Set(Object.values(crewJobs).flat())

/** `/movie/{id}` with the parts that the film page shows. */
const detailsAnswer = z
  .object({
    ...facts,
    tagline: text,
    overview_credit: z
      .object({ text: z.string(), url: z.url({ protocol: /^https$/ }) })
      .nullable()
      .catch(null),
    production_countries: list(z.object({ iso_3166_1: countryCode }), 30),
    belongs_to_collection: collection,
    keywords: part({ keywords: list(keyword, keywordsRead) }),
    release_dates: part({ results: list(regionReleases, regionsRead) }),
    credits: part({ cast: list(castMember, 200), crew: list(crewMember, crewRead) }),
    videos: part({ results: list(video, 100) }),
    images: part({
      backdrops: list(image, pictures.read),
      posters: list(image, pictures.read),
      logos: list(image, pictures.read),
    }),
    similar: part({ results: list(listed, 20) }),
    recommendations: part({ results: list(listed, 20) }),
    'watch/providers': part({ results: z.record(z.string(), z.unknown()).catch({}) }),
  })
  .transform(({ credits, videos, images, similar, recommendations, ...film }) => ({
    ...identity(film),
    tagline: film.tagline,
    production_countries: distinct(
      film.production_countries.map(({ iso_3166_1: code }) => code),
      (code) => code,
    ),
    overview_credit: film.overview_credit,
    collection: film.belongs_to_collection,
    keywords: distinct(film.keywords.keywords, (word) => word.id),
    releases: Object.fromEntries(
      film.release_dates.results
        .filter(({ release_dates }) => release_dates.length > 0)
        .map(({ iso_3166_1: code, release_dates }) => [
          code,
          release_dates
            .map(({ release_date: date, certification, ...rest }) => ({
              ...rest,
              date,
              certification: certification.trim(),
            }))
            .toSorted((a, b) => a.date.localeCompare(b.date)),
        ]),
    ),
    cast: distinct(
      credits.cast.toSorted((a, b) => a.order - b.order),
      (member) => `${member.id}:${member.character}`,
    ),
    crew: distinct(
      credits.crew.filter(({ job }) => jobs.has(job)),
      (member) => `${member.id}:${member.job}`,
    ),
    videos: videos.results,
    // Backdrops without text come first: they are shown behind our own.
    backdrops: bestOf(images.backdrops, pictures.backdrops, (picture) => Number(picture.language !== null)),
    posters: bestOf(images.posters, pictures.posters),
    logos: distinct(bestOf(images.logos, pictures.read), ({ language }) => language),
    // "Similar" is a loose keyword match; recommendations are better but may be empty.
    similar: distinct(
      recommendations.results.length > 0 ? recommendations.results : similar.results,
      (other) => other.id,
    ),
    providers: regions(film['watch/providers'].results),
  }))

/** Joins the fields of a list item with those of the details. Null when it is no film at all. */
export function readDetails(body: unknown): SourceFilmDetails | null {
  const head = summary.safeParse(body)
  const rest = detailsAnswer.safeParse(body)
  if (!head.success || !rest.success) return null
  return {
    ...head.data,
    ...rest.data,
    genre_ids: genreIds(rest.data.genres, head.data),
    translations: kept(rest.data.translations, head.data.original_language),
    translated_posters: translatedPosters(rest.data.posters),
    similar: rest.data.similar.filter((other) => other.id !== head.data.id),
  }
}

/** The same with all titles. Null when it is no film at all. */
export function readTitles(body: unknown): SourceFilmTitles | null {
  const head = summary.safeParse(body)
  const rest = titlesAnswer.safeParse(body)
  if (!head.success || !rest.success) return null
  const { genres, titles, ...known } = rest.data
  const { title, original_title } = head.data
  return {
    ...head.data,
    ...known,
    genre_ids: genreIds(genres, head.data),
    translations: kept(known.translations, head.data.original_language),
    titles: titles.filter((other) => other !== title && other !== original_title),
  }
}

/** Lists have only numbers of genres, a single film has their names too. */
const genreIds = (genres: { id: number }[], film: Pick<SourceFilm, 'genre_ids'>) =>
  genres.length > 0 ? genres.map((genre) => genre.id) : film.genre_ids

function regions(found: Record<string, unknown>): SourceFilmDetails['providers'] {
  const known: SourceFilmDetails['providers'] = {}
  for (const [code, value] of Object.entries(found)) {
    const parsed = offers.safeParse(value)
    if (/^[A-Z]{2}$/.test(code) && parsed.success) known[code] = parsed.data
  }
  return known
}

/** The first poster of each language; the usual poster is the English one. */
const translatedPosters = (posters: SourcePicture[]): SourceFilmTitles['translated_posters'] =>
  Object.fromEntries(
    locales.flatMap((locale) => {
      const poster = posters.find((one) => one.language === locale)
      return poster && locale !== 'en' ? [[locale, poster.file_path]] : []
    }),
  )

type Image = z.output<typeof image>

/** Each picture once, at most `max`: by ascending `rank`, then by votes. */
function bestOf(found: Image[], max: number, rank: (picture: Image) => number = () => 0) {
  return distinct(found, (picture) => picture.file_path)
    .toSorted((a, b) => rank(a) - rank(b) || b.vote_count - a.vote_count || b.vote_average - a.vote_average)
    .slice(0, max)
    .map(({ file_path, vote_count, language: code }) => ({ file_path, vote_count, language: code }))
}
