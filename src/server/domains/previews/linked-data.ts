import { pathOf } from './addresses.ts'
import type { FilmPreview, Preview, ReviewPreview } from '#server/adapters/pictures/previews/preview.ts'

type Thing = { '@type': string } & Record<string, unknown>

/**
 * The preview for search engines, after schema.org, as the text of a `<script type="application/ld+json">`: data,
 * which no browser runs and no policy forbids. Nothing in it can end the element or begin a comment.
 */
export function linkedData(preview: Preview, origin: string): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing(preview, origin) })
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function thing(preview: Preview, origin: string): Thing {
  const at = (path: string | null) => path && origin + path
  const person = (author: { id: string; username: string }): Thing => ({
    '@type': 'Person',
    name: `@${author.username}`,
    url: at(pathOf({ type: 'profile', id: author.id })),
  })
  const movie = (film: FilmPreview | ReviewPreview['film']): Thing => ({
    '@type': 'Movie',
    name: film.title,
    url: at(pathOf({ type: 'movie', id: String(film.id) })),
    ...(film.releaseDate && { datePublished: film.releaseDate }),
    ...(film.runtime > 0 && { duration: `PT${film.runtime}M` }),
    ...(film.poster && { image: at(film.poster) }),
  })
  const url = at(pathOf({ type: preview.type, id: String(preview.id) }))
  switch (preview.type) {
    case 'movie':
      return { ...movie(preview), ...(preview.overview && { description: preview.overview }) }
    case 'review':
      return {
        '@type': 'Review',
        url,
        itemReviewed: movie(preview.film),
        author: person(preview.author),
        ...(preview.rating !== null && {
          reviewRating: { '@type': 'Rating', ratingValue: preview.rating, worstRating: 0.5, bestRating: 5 },
        }),
      }
    case 'list':
      return {
        '@type': 'ItemList',
        url,
        name: preview.title,
        numberOfItems: preview.filmsCount,
        itemListOrder: `https://schema.org/ItemListOrder${preview.isRanked ? 'Ascending' : 'Unordered'}`,
      }
    case 'profile':
      return {
        '@type': 'ProfilePage',
        url,
        mainEntity: {
          '@type': 'Person',
          name: preview.name ?? `@${preview.username}`,
          alternateName: `@${preview.username}`,
          url,
          ...(preview.avatar && { image: at(preview.avatar) }),
        },
      }
  }
}
