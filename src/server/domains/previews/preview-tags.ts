import { escapeHtml } from '#server/core/escape-html.ts'
import { pathOf, picturePathOf, type PreviewType } from './addresses.ts'
import { linkedData } from './linked-data.ts'
import { previewSize } from '#server/adapters/pictures/previews/drawing.ts'
import { versionOf } from './preview-version.ts'
import { descriptionOf, titleOf } from './preview-texts.ts'
import type { Preview } from '#server/adapters/pictures/previews/preview.ts'

const openGraphType: Record<PreviewType, string> = {
  movie: 'video.movie',
  review: 'article',
  list: 'website',
  profile: 'profile',
}

/** What of a page's head tells about its subject, with absolute addresses below `origin` (no slash at its end). */
export function previewTags(preview: Preview, origin: string): string {
  const title = titleOf(preview)
  const description = descriptionOf(preview)
  const subject = { type: preview.type, id: String(preview.id) }
  const url = origin + pathOf(subject)
  const picture = origin + picturePathOf(subject, versionOf(preview))
  const oembed = `${origin}/oembed?url=${encodeURIComponent(url)}&format=json`
  const alternative = `${title}. ${description}`
  return [
    `<title>${escapeHtml(title)} · Scene</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta('property', 'og:type', openGraphType[preview.type]),
    meta('property', 'og:site_name', 'Scene'),
    meta('property', 'og:locale', 'en_GB'),
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
    `<script type="application/ld+json">${linkedData(preview, origin)}</script>`,
  ].join('\n    ')
}

/** Properties that only this type of Open Graph has (https://ogp.me). */
function ownTags(preview: Preview, origin: string): string[] {
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
