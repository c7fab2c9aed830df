import { guestPlaceAt } from '#shared/guest-paths.ts'
import type { Locale } from '#shared/locale.ts'
import type { Context } from '#server/context.ts'
import { limitAddress } from '#server/core/http/caller.ts'
import { Failure } from '#server/core/errors.ts'
export { originOf, subjectAt } from './addresses.ts'

import {
  localeOf,
  originOf,
  pathBehindFeed,
  pathOf,
  picturePathOf,
  subjectAt,
  subjectOfPicture,
  type PageRequest,
  type Subject,
} from './addresses.ts'
import { previewSize } from '#server/adapters/pictures/previews/drawing.ts'
import { previewPicture, versionOf } from './preview-pictures.service.ts'
import { previewTags } from './preview-tags.ts'
import { titleOf } from './preview-texts.ts'
import { selectPublicId } from './previews.queries.ts'
import { previewView } from './previews.views.ts'

/** What the head of a page says of its subject, and whether search engines may list the page with it. */
export interface PageHead {
  tags: string
  indexed: boolean
}

/**
 * The head of the page at a path, with what it shows; null for the plain head. It never fails: beyond the limit, or
 * without a database, the page comes without.
 */
export async function pageHead(ctx: Context, asked: PageRequest, path: string): Promise<PageHead | null> {
  const subject = ctx.config.linkPreviews ? subjectAt(path) : null
  const origin = subject && originOf(ctx.config.publicUrl, asked)
  if (!subject || !origin) return null
  try {
    await ctx.limits.use('preview.page', limitAddress(asked.ip))
    const preview = await previewView(ctx, subject, localeOf(asked))
    // Search engines list members only by their pages for guests.
    const indexed = subject.type === 'movie' && ctx.config.searchEngines
    return preview && { tags: previewTags(preview, origin), indexed }
  } catch (error) {
    if (!(error instanceof Failure)) ctx.logger.error({ err: error }, 'a page went without its link preview')
    return null
  }
}

/** The tags of a page for guests, which is at another address of what it shows and in the language that it names. */
export async function guestPageHead(
  ctx: Context,
  subject: Subject,
  { origin, path, locale }: { origin: string; path: string; locale: Locale },
): Promise<string> {
  const preview = await previewView(ctx, subject, locale)
  return preview ? previewTags(preview, origin, path) : ''
}

export interface PictureAnswer {
  /** Changes whenever the picture does. */
  version: string
  /** Null when the caller has this version. */
  bytes: Buffer | null
  isWhole: boolean
}

/**
 * The picture at `/og/<type>/<file>`; null when there is none or it is not public. @param known the version that the
 * caller has cached
 */
export async function pictureAt(
  ctx: Context,
  ip: string,
  { type, file, locale, known }: { type: string; file: string; locale: Locale; known: string | null },
): Promise<PictureAnswer | null> {
  await ctx.limits.use('preview.guest', limitAddress(ip))
  const subject = subjectOfPicture(type, file)
  const preview = subject && (await previewView(ctx, subject, locale))
  if (!preview) return null
  const version = versionOf(preview)
  if (known === version) return { version, bytes: null, isWhole: true }
  const { bytes, isWhole } = await previewPicture(ctx, preview)
  return { version, bytes, isWhole }
}

/** https://oembed.com, section 2.3.4.4. */
export interface OembedAnswer {
  version: '1.0'
  type: 'link'
  title: string
  provider_name: string
  provider_url: string
  author_name?: string
  author_url?: string
  thumbnail_url: string
  thumbnail_width: number
  thumbnail_height: number
}

const typeOf = { member: 'profile', list: 'list', 'member-film': 'review' } as const

/** What an address is about, of members, of guests and of feeds. */
async function subjectOf(ctx: Context, address: string): Promise<Subject | null> {
  const path = pathBehindFeed(address)
  const place = guestPlaceAt(path)
  if (!place) return subjectAt(path)
  if (place.type === 'film') return { type: 'movie', id: String(place.id) }
  const id = await selectPublicId(ctx.db, place)
  return id === null ? null : { type: typeOf[place.type], id }
}

/** What is at an address of ours; null for any other and for what is not everybody's. */
export async function embedded(ctx: Context, asked: PageRequest, url: string): Promise<OembedAnswer | null> {
  await ctx.limits.use('preview.guest', limitAddress(asked.ip))
  const origin = originOf(ctx.config.publicUrl, asked)
  const address = URL.parse(url)
  const subject = address && address.origin === origin ? await subjectOf(ctx, address.pathname) : null
  const preview = subject && (await previewView(ctx, subject, localeOf(asked)))
  if (!preview || origin === null) return null
  const author = preview.type === 'profile' ? preview : 'author' in preview ? preview.author : null
  return {
    version: '1.0',
    type: 'link',
    title: titleOf(preview),
    provider_name: 'Scene',
    provider_url: origin,
    ...(author && {
      author_name: `@${author.username}`,
      author_url: origin + pathOf({ type: 'profile', id: author.id }),
    }),
    thumbnail_url: origin + picturePathOf(subject, versionOf(preview), preview.locale),
    thumbnail_width: previewSize.width,
    thumbnail_height: previewSize.height,
  }
}
