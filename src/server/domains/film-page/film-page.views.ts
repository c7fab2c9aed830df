import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { FilmItem, FilmRegion, getFilm } from '#shared/api/films.ts'
import { englishReader } from '#shared/film-titles.ts'
import {
  crewJobs,
  directorsIn,
  type SourceFilmDetails,
  type SourceRelease,
} from '#server/adapters/film-source/film-source.ts'
import type { FilmRecord } from '#server/domains/films/films.service.ts'
import { filmItemView, posterUrl } from '#server/domains/films/films.views.ts'

type FilmPage = AnswerOf<typeof getFilm>

/** What depends on who looks. */
export type ViewersPart = Pick<
  FilmPage,
  | 'stats'
  | 'lists'
  | 'friends'
  | 'friendsCount'
  | 'friendsRatings'
  | 'popularReviews'
  | 'posterOverride'
  | 'inWatchlist'
  | 'isFavorite'
  | 'isInFour'
  | 'myLogs'
>

/** What is the same for all who read it in a language. */
export type SharedPart = Omit<FilmPage, keyof ViewersPart>

type FilmPart = Omit<SharedPart, 'logo_path'>

const castShown = 60
const backdropsShown = 30
const workersShown = 6
const keywordsShown = 12
const releasesShown = 12
const countriesShown = 10

export function sourcePart(
  details: SourceFilmDetails,
  similar: FilmItem[],
  { language, region }: { language: string; region: string },
): FilmPart {
  const { offers, ...local } = regionPart(details, region)
  return {
    ...filmItemView({ ...details, own_title: null }, englishReader),
    tagline: details.tagline,
    runtime: details.runtime,
    imdb_id: details.imdb_id,
    genres: details.genres,
    origin_country: details.origin_country,
    overviewCredit: details.overview_credit,
    sourceMissing: false,
    sourceDown: false,
    backdrops: details.backdrops.slice(0, backdropsShown).map((backdrop) => backdrop.file_path),
    cast: details.cast.slice(0, castShown),
    directors: distinct(directorsIn(details.crew)),
    writers: workers(details, 'writer'),
    composers: workers(details, 'composer'),
    cinematographers: workers(details, 'cinematographer'),
    trailer: bestTrailer(details.videos, language),
    similar,
    collection: details.collection,
    keywords: details.keywords.slice(0, keywordsShown).map(({ name }) => name),
    production_countries: details.production_countries.slice(0, countriesShown),
    local,
    providers: offers ? { [region]: offers } : {},
    offerRegions: Object.keys(details.providers),
  }
}

/** The film as Scene remembers it by itself. */
export function recordPart(record: FilmRecord, region: string, sourceDown: boolean): FilmPart {
  return {
    id: record.id,
    title: record.title,
    original_title: record.original_title,
    overview: record.overview,
    poster_path: record.poster_path,
    backdrop_path: record.backdrop_path,
    poster: posterUrl(record.poster_path),
    release_date: record.release_date,
    vote_average: record.vote_average,
    vote_count: record.vote_count,
    original_language: record.original_language,
    genre_ids: record.genre_ids,
    adult: false,
    tagline: '',
    runtime: record.runtime,
    imdb_id: null,
    // The record has only the numbers; the client names those that it knows.
    genres: record.genre_ids.map((id) => ({ id, name: '' })),
    origin_country: record.origin_countries,
    overviewCredit: null,
    sourceMissing: true,
    sourceDown,
    backdrops: record.backdrop_path ? [record.backdrop_path] : [],
    cast: [],
    directors: [],
    writers: [],
    composers: [],
    cinematographers: [],
    trailer: null,
    similar: [],
    collection: null,
    keywords: [],
    production_countries: [],
    local: { region, certification: '', releases: [] },
    providers: {},
    offerRegions: [],
  }
}

const releaseTypes = {
  1: 'premiere',
  2: 'limited',
  3: 'cinema',
  4: 'digital',
  5: 'physical',
  6: 'tv',
} as const satisfies Record<SourceRelease['type'], FilmRegion['releases'][number]['type']>

/** What is known for one region. */
export function regionPart(film: SourceFilmDetails, region: string): FilmRegion {
  const releases = Object.hasOwn(film.releases, region) ? (film.releases[region] ?? []) : []
  return {
    region,
    certification: certificationOf(releases),
    releases: releases
      .slice(0, releasesShown)
      .map(({ type, date, note }) => ({ type: releaseTypes[type], date, note })),
    offers: (Object.hasOwn(film.providers, region) && film.providers[region]) || null,
  }
}

/** The age rating of the cinema release, else of any release. */
function certificationOf(releases: readonly SourceRelease[]): string {
  const certified = releases.filter(({ certification }) => certification !== '')
  return (certified.find(({ type }) => type === 3) ?? certified[0])?.certification ?? ''
}

/** Each person once, those of the first jobs first. */
function workers({ crew }: SourceFilmDetails, role: keyof typeof crewJobs) {
  const jobs: readonly string[] = crewJobs[role]
  const found = crew
    .filter(({ job }) => jobs.includes(job))
    .toSorted((a, b) => jobs.indexOf(a.job) - jobs.indexOf(b.job))
  return distinct(found.map(({ id, name }) => ({ id, name }))).slice(0, workersShown)
}

function distinct<T extends { id: number }>(people: T[]): T[] {
  return [...new Map(people.toReversed().map((person) => [person.id, person])).values()].toReversed()
}

/** Hosts whose frame the content policy allows. */
const trailerSites = new Set(['YouTube', 'Vimeo'])
const trailerTypes = ['Trailer', 'Teaser', 'Clip']

/** In the language, else in English, else in any: an official trailer, else another one, else a teaser or a clip. */
function bestTrailer(videos: SourceFilmDetails['videos'], language: string): FilmPart['trailer'] {
  const rank = (video: (typeof videos)[number]) =>
    trailerTypes.indexOf(video.type) * 2 + (video.official ? 0 : 1)
  const best = videos
    .filter((video) => trailerSites.has(video.site) && trailerTypes.includes(video.type))
    .toSorted((a, b) => rank(a) - rank(b))
  const inLanguage = (code: string) => best.find((video) => video.language === code)
  const trailer = inLanguage(language) ?? inLanguage('en') ?? best[0]
  return trailer ? { key: trailer.key, site: trailer.site, name: trailer.name } : null
}
