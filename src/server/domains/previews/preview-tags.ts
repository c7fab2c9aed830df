import type { Locale } from '#shared/locale.ts'
import { escapeHtml } from '#server/core/http/escape-html.ts'
import { pathOf, picturePathOf, type PreviewType } from './addresses.ts'
import { previewSize } from '#server/adapters/pictures/previews/drawing.ts'
import { versionOf } from './preview-pictures.service.ts'
import { descriptionOf, titleOf } from './preview-texts.ts'
import type { FilmPreview, LinkPreview, ReviewPreview } from '#server/adapters/pictures/previews/preview.ts'

const ogLocales: Record<Locale, string> = { en: 'en_GB', ar: 'ar_AR', fr: 'fr_FR' }

const openGraphType: Record<PreviewType, string> = {
  movie: 'video.movie',
  review: 'article',
  list: 'website',
  profile: 'profile',
}

/**
 * The tags in a page's head about its subject, with absolute addresses below `origin` (no slash at the end); `path`
 * is the canonical address, without an origin.
 */
export function previewTags(
  preview: LinkPreview,
  origin: string,
  path = pathOf({ type: preview.type, id: String(preview.id) }),
): string {
  const title = titleOf(preview)
  const description = descriptionOf(preview)
  const subject = { type: preview.type, id: String(preview.id) }
  const url = origin + path
  const picture = origin + picturePathOf(subject, versionOf(preview), preview.locale)
  const oembed = `${origin}/oembed?url=${encodeURIComponent(url)}&format=json`
  const alternative = `${title}. ${description}`
  return [
    `<title>${escapeHtml(title)} · Scene</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta('property', 'og:type', openGraphType[preview.type]),
    meta('property', 'og:site_name', 'Scene'),
    meta('property', 'og:locale', ogLocales[preview.locale]),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', String(previewSize.width)),
    meta('property', 'og:image:height', String(previewSize.height)),
    meta('property', 'og:image:alt', alternative),
    ...ownTags(preview, origin),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture),
    meta('name', 'twitter:image:alt', alternative),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}">`,
    `<script type="application/ld+json">${linkedData(preview, origin, url)}</script>`,
  ].join('\n    ')
}

/** Properties that only this type of Open Graph has (https://ogp.me). */
function ownTags(preview: LinkPreview, origin: string): string[] {
  switch (preview.type) {
    case 'movie':
      return [
        ...(preview.releaseDate ? [meta('property', 'video:release_date', preview.releaseDate)] : []),
        ...(preview.runtime > 0 ? [meta('property', 'video:duration', String(preview.runtime * 60))] : []),
      ]
    case 'review':
      return [meta('property', 'article:author', origin + pathOf({ type: 'profile', id: preview.author.id }))]
    case 'list':
      return []
    case 'profile':
      return [meta('property', 'profile:username', preview.username)]
  }
}

function meta(attribute: 'name' | 'property', key: string, content: string): string {
  return `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`
}

type Thing = { '@type': string } & Record<string, unknown>

/**
 * The preview for search engines, after schema.org, as the text of a `<script type="application/ld+json">`: data,
 * which no browser runs and no policy forbids. Nothing in it can end the element or begin a comment.
 */
function linkedData(preview: LinkPreview, origin: string, url: string): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing(preview, origin, url) })
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function thing(preview: LinkPreview, origin: string, url: string): Thing {
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
  switch (preview.type) {
    case 'movie':
      return { ...movie(preview), url, ...(preview.overview && { description: preview.overview }) }
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
