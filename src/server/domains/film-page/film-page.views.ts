import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { FilmItem, getFilm } from '#shared/api/films.ts'
import { englishReader } from '#shared/film-titles.ts'
import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import type { FilmRecord } from '#server/domains/films/films.service.ts'
import type { filmActivity } from '#server/domains/logs/logs.service.ts'
import type { filmMarks } from '#server/domains/shelves/shelves.service.ts'
import { filmItemView, posterUrl } from '#server/domains/films/films.views.ts'

type FilmPage = AnswerOf<typeof getFilm>

/** What is of the film itself, without the viewer's and the members' part. */
type FilmPart = Omit<
  FilmPage,
  keyof Awaited<ReturnType<typeof filmActivity>> | 'lists' | keyof Awaited<ReturnType<typeof filmMarks>>
>

const castShown = 60
const backdropsShown = 30

export function sourcePart(details: SourceFilmDetails, similar: FilmItem[]): FilmPart {
  return {
    ...filmItemView({ ...details, own_title: null }, englishReader),
    tagline: details.tagline,
    runtime: details.runtime,
    imdb_id: details.imdb_id,
    genres: details.genres,
    origin_country: details.origin_country,
    overviewCredit: details.overview_credit,
    sourceMissing: false,
    backdrops: details.backdrops.slice(0, backdropsShown).map((backdrop) => backdrop.file_path),
    cast: details.cast.toSorted((a, b) => a.order - b.order).slice(0, castShown),
    directors: distinct(details.crew.filter((person) => person.job === 'Director')),
    trailer: bestTrailer(details.videos),
    similar,
    providers: Object.fromEntries(
      Object.entries(details.providers).map(([region, offer]) => [
        region,
        {
          link: offer.link,
          flatrate: distinctProviders(offer.flatrate),
          rent: distinctProviders(offer.rent),
          buy: distinctProviders(offer.buy),
        },
      ]),
    ),
  }
}

/** The film as Scene remembers it by itself. */
export function recordPart(record: FilmRecord): FilmPart {
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
    genres: [],
    origin_country: record.origin_countries,
    overviewCredit: null,
    sourceMissing: true,
    backdrops: record.backdrop_path ? [record.backdrop_path] : [],
    cast: [],
    directors: [],
    trailer: null,
    similar: [],
    providers: {},
  }
}

function distinct<T extends { id: number }>(people: T[]): T[] {
  return [...new Map(people.map((person) => [person.id, person])).values()]
}

function distinctProviders<T extends { provider_id: number }>(providers: T[]): T[] {
  return [...new Map(providers.map((provider) => [provider.provider_id, provider])).values()]
}

/** Hosts whose frame the content policy allows. */
const trailerSites = new Set(['YouTube', 'Vimeo'])
const trailerTypes = ['Trailer', 'Teaser', 'Clip']

/** Official trailers first, then other trailers, teasers and clips. */
function bestTrailer(videos: SourceFilmDetails['videos']): FilmPart['trailer'] {
  const rank = (video: (typeof videos)[number]) =>
    trailerTypes.indexOf(video.type) * 2 + (video.official ? 0 : 1)
  const [best] = videos
    .filter((video) => trailerSites.has(video.site) && trailerTypes.includes(video.type))
    .toSorted((a, b) => rank(a) - rank(b))
  return best ? { key: best.key, site: best.site, name: best.name } : null
}
