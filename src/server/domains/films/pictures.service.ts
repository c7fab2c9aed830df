import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { selectFilm } from './films.queries.ts'

/** Serves a poster of the film source by its address. */
export const picturesProxy = '/api/logs/proxy/tmdb'

interface AddressedPicture {
  /** As the source names its sizes; whether there is such a size is for the picture host to say. */
  size: string
  /** Without a slash. */
  file: string
}

type Source = Pick<Config['filmSource'], 'imageBaseUrl'>

const file = '[A-Za-z0-9_-]{1,100}(?:\\.(?:ar|en|fr))?\\.(?:jpg|jpeg|png|webp)'
const rawPath = new RegExp(`^/${file}$`)
/**
 * Matched character by character and not with a URL parser, whose leniency forged addresses exploit: no user, no port
 * but the usual one, no escapes, no query.
 */
const address = new RegExp(`^(?:https://([a-z0-9.-]{1,253})(?::443)?)?/t/p/([a-z0-9]{1,20})/(${file})$`, 'i')

/** What an address on our origin or on the film source's image host points to; null for any other. */
export function addressedPicture({ imageBaseUrl }: Source, text: string): AddressedPicture | null {
  const [, host, size, name] = address.exec(text) ?? []
  if (size === undefined || name === undefined) return null
  if (host !== undefined && host.toLowerCase() !== new URL(imageBaseUrl).hostname) return null
  return { size, file: name }
}

/**
 * The source's raw path of a picture that a caller names by that path, by an address at any size, or by the address
 * of our proxy for one; null for any other text.
 */
export function namedPicture(source: Source, text: string): string | null {
  if (rawPath.test(text)) return text
  const proxied = text.startsWith(`${picturesProxy}?`)
    ? new URLSearchParams(text.slice(picturesProxy.length)).get('url')
    : null
  const found = addressedPicture(source, proxied ?? text)
  return found && `/${found.file}`
}

interface SourcePicture {
  file_path: string
  vote_count: number
}

interface FilmPictures {
  /** Null when the source dropped the film and Scene's own record is all there is. */
  details: SourceFilmDetails | null
  /** The film's usual poster, which is among `posters`. */
  poster: string | null
  /** Raw paths, most votes first. */
  posters: SourcePicture[]
  backdrops: SourcePicture[]
}

/** The pictures of a film that members choose from. */
export async function filmPictures(
  ctx: Pick<Context, 'db' | 'filmSource'>,
  id: number,
): Promise<FilmPictures> {
  const details = await ctx.filmSource.film(id)
  const film = details ?? (await selectFilm(ctx.db, id))
  if (!film) throw fail('film.not_found')
  return {
    details,
    poster: film.poster_path,
    posters: withUsual(details?.posters ?? [], film.poster_path),
    backdrops: withUsual(details?.backdrops ?? [], film.backdrop_path),
  }
}

/** Adds the usual picture, which may be in a language whose pictures were not asked for. */
function withUsual(pictures: SourcePicture[], usual: string | null): SourcePicture[] {
  if (usual === null || pictures.some((picture) => picture.file_path === usual)) return pictures
  return [...pictures, { file_path: usual, vote_count: 0 }]
}
