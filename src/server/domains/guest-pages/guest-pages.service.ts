import { LRUCache } from 'lru-cache'
import { minuteMs } from '#shared/durations.ts'
import { curtain } from '#shared/curtain.ts'
import { guestPaths, guestPlaceAt, type GuestPlace } from '#shared/guest-paths.ts'
import type { Log } from '#shared/api/logs.ts'
import { isLocale, locales, pickLocale, type Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/core/errors.ts'
import { guestViewer, type Viewer } from '#server/core/http.ts'
import { limitAddress } from '#server/core/http/caller.ts'
import { html, type Html } from '#server/core/http/html.ts'
import { keptBody, type KeptBody } from '#server/core/http/kept-body.ts'
import { getList } from '#server/domains/lists/lists.service.ts'
import { logViews } from '#server/domains/logs/logs.views.ts'
import { guestPageHead, originOf, subjectAt } from '#server/domains/previews/previews.service.ts'
import { filmPage } from './film-page.ts'
import { guestTexts, type GuestTexts } from './guest-texts.ts'
import {
  selectAuthor,
  selectAuthors,
  selectListId,
  selectNamed,
  type GuestAuthor,
} from './guest-pages.queries.ts'
import { listPage } from './list-page.ts'
import { memberFilmPage, memberPage } from './member-page.ts'
import type { PageReading } from './parts.ts'
import { reviewPage } from './review-page.ts'

/** The pieces of the built page for guests, between which head and content are put. */
export interface GuestTemplate {
  before: string
  middle: string
  after: string
}

/** The parts of a request that a page depends on. */
interface GuestPageRequest {
  ip: string
  protocol: string
  url: string
  headers: { host?: string | undefined; 'accept-language'?: string | undefined }
}

export interface GuestPage {
  status: 200 | 404
  /** Whether search engines may list it. */
  indexed: boolean
  body: KeptBody
}

/** A page that was written, and what it is about. */
interface WrittenPage {
  subject: { type: 'movie' | 'review' | 'list' | 'profile'; id: string }
  /** Its canonical address, without the origin. */
  path: string
  content: Html
  indexed: boolean
  /** Ids of the members and films on it: when one of them changes, the page is written again. */
  about: string[]
  /** Feeds with the same content. */
  feeds?: { type: string; href: string }[]
}

const keptBytes = 32 * 2 ** 20
/** How long a page is kept: counts, and what it shows of other members, may be that old. */
const keptMs = minuteMs
const listWindow = 60

/**
 * Answers the page for guests at an address; null when there is none, or when it is about members whom guests may not
 * see.
 */
export type GuestPages = (asked: GuestPageRequest) => Promise<GuestPage | null>

/** Creates the pages for guests and caches each until the database tells that something on it changed. */
export function createGuestPages(ctx: Context, template: GuestTemplate): GuestPages {
  const about = new Map<string, Set<string>>()
  const kept = new LRUCache<string, { page: GuestPage; about: readonly string[] }>({
    maxSize: keptBytes,
    ttl: keptMs,
    // An estimate of its memory, with the compressed forms.
    sizeCalculation: ({ page }) => 2 * page.body.plain.length + 1000,
    dispose(entry, key) {
      for (const one of entry.about) {
        const keys = about.get(one)
        keys?.delete(key)
        if (keys?.size === 0) about.delete(one)
      }
    },
  })
  /** For each page that is being written, what changed meanwhile; a page that this concerns is not cached. */
  const writing = new Set<Set<string>>()
  const forget = (changed: string) => {
    for (const one of writing) one.add(changed)
    for (const key of about.get(changed) ?? []) kept.delete(key)
  }
  const forgetAll = () => {
    for (const one of writing) one.add('')
    kept.clear()
  }
  ctx.changes.on('guests', forget, forgetAll)
  ctx.changes.on('member', forget, forgetAll)
  ctx.changes.on('film', forget, forgetAll)

  return async (asked) => {
    const [path = '/', search = ''] = asked.url.split('?', 2)
    const place = guestPlaceAt(path)
    const subject = place ? null : subjectAt(path)
    if (!place && (!subject || subject.type === 'movie')) return null
    const origin = originOf(ctx.config.publicUrl, asked)
    if (origin === null) return null
    const query = new URLSearchParams(search)
    const named = query.get('lang') ?? ''
    const locale = isLocale(named)
      ? named
      : pickLocale(asked.headers['accept-language']?.split(',', 20) ?? [])
    const after = query.get('after')
    // One entry, however the readable part of the address is spelled.
    const key = JSON.stringify([origin, place ?? subject, locale, isLocale(named), after])
    const known = kept.get(key)
    if (known) return known.page
    await ctx.limits.use('guest.read', limitAddress(asked.ip))
    const viewer = guestViewer({ language: locale, choice: 'my-language' })
    const to = (page: string, more: Record<string, string> = {}) => {
      const asked = new URLSearchParams({ ...(isLocale(named) && { lang: named }), ...more })
      return asked.size > 0 ? `${page}?${asked.toString()}` : page
    }
    const reading: PageReading = { locale, texts: guestTexts[locale], path, to }
    const changed = new Set<string>()
    writing.add(changed)
    try {
      const written = await write(ctx, viewer, place ?? subjectPlace(subject), after, reading)
      // At addresses that exist in the app too, the app shows the error.
      if (!written && !place) return null
      const page = await compose(ctx, template, written, {
        origin,
        reading,
        lang: isLocale(named) ? locale : null,
      })
      const isOld = changed.has('') || (written?.about ?? []).some((one) => changed.has(one))
      if (written && !isOld && ctx.changes.isListening()) {
        kept.set(key, { page, about: written.about })
        for (const one of written.about) about.set(one, (about.get(one) ?? new Set<string>()).add(key))
      }
      return page
    } finally {
      writing.delete(changed)
    }
  }
}

type Place = GuestPlace | { type: 'id'; of: 'review' | 'list' | 'profile'; id: string }

function subjectPlace(subject: ReturnType<typeof subjectAt>): Place {
  if (!subject || subject.type === 'movie') throw new Error('no page for guests')
  return { type: 'id', of: subject.type, id: subject.id }
}

/** Writes the page at an address; null, after the same work, when nothing is there or it is not public. */
async function write(
  ctx: Context,
  viewer: Viewer,
  place: Place,
  after: string | null,
  reading: PageReading,
): Promise<WrittenPage | null> {
  switch (place.type) {
    case 'film': {
      const page = await filmPage(ctx, viewer, place.id, reading)
      return (
        page && {
          subject: { type: 'movie', id: String(place.id) },
          path: guestPaths.film(place.id, page.title),
          content: page.content,
          indexed: page.indexed,
          about: [String(place.id), ...page.authors],
        }
      )
    }
    case 'member': {
      const author = await selectAuthor(ctx.db, place.username)
      return author ? profile(ctx, viewer, author, reading) : null
    }
    case 'member-film': {
      const author = await selectAuthor(ctx.db, place.username)
      return author ? memberFilm(ctx, viewer, author, place.id, reading) : null
    }
    case 'list': {
      const author = await selectAuthor(ctx.db, place.username)
      const id = author && (await selectListId(ctx.db, viewer.id, author.id, place.key))
      return id ? list(ctx, viewer, id, after, reading) : null
    }
    case 'id': {
      if (place.of === 'list') return list(ctx, viewer, place.id, after, reading)
      if (place.of === 'review') return review(ctx, viewer, place.id, reading)
      const author = (await selectAuthors(ctx.db, [place.id])).get(place.id)
      return author ? profile(ctx, viewer, author, reading) : null
    }
  }
}

async function profile(
  ctx: Context,
  viewer: Viewer,
  author: GuestAuthor,
  reading: PageReading,
): Promise<WrittenPage | null> {
  if (!author.is_open) return null
  const path = guestPaths.member(author.username)
  return {
    subject: { type: 'profile', id: author.id },
    path,
    content: await memberPage(ctx, viewer, author, reading),
    indexed: author.search_engines,
    about: [author.id],
    feeds: [
      { type: 'application/rss+xml', href: `${path}/rss` },
      { type: 'application/feed+json', href: `${path}/feed.json` },
    ],
  }
}

async function memberFilm(
  ctx: Context,
  viewer: Viewer,
  author: GuestAuthor,
  filmId: number,
  reading: PageReading,
): Promise<WrittenPage | null> {
  const found = await memberFilmPage(ctx, viewer, author, filmId, reading)
  return (
    found && {
      subject: { type: 'review', id: found.first._id },
      path: guestPaths.memberFilm(author.username, filmId, found.first.title),
      content: found.content,
      indexed: author.search_engines,
      about: [author.id, String(filmId)],
    }
  )
}

async function review(
  ctx: Context,
  viewer: Viewer,
  id: string,
  reading: PageReading,
): Promise<WrittenPage | null> {
  const [log] = await logViews(ctx, viewer, [id], 0)
  const author = log && (await authorOf(ctx, log))
  if (!log || !author) return null
  return {
    subject: { type: 'review', id },
    path: paths.review(id),
    content: reviewPage(log, author, reading),
    indexed: author.search_engines,
    about: [author.id, String(log.tmdbId)],
  }
}

const authorOf = async (ctx: Context, { user }: Pick<Log, 'user'>) =>
  (await selectAuthors(ctx.db, [user._id])).get(user._id)

async function list(
  ctx: Context,
  viewer: Viewer,
  id: string,
  after: string | null,
  reading: PageReading,
): Promise<WrittenPage | null> {
  const window = await getList(ctx, viewer, id, {
    limit: listWindow,
    ...(after !== null && { cursor: after }),
  }).catch((error: unknown) => {
    if (error instanceof Failure) return null
    throw error
  })
  const author = window && (await authorOf(ctx, window.list))
  if (!window || !author) return null
  // A reader of a list that is only for whoever has its address is not led to an address by which others would find
  // it.
  const isPublic = window.list.audience === 'public'
  return {
    subject: { type: 'list', id },
    path: isPublic ? guestPaths.list(author.username, id, window.list.title) : paths.list(id),
    content: listPage(window.list, author, window.next, reading),
    indexed: isPublic && after === null && author.search_engines,
    about: [author.id],
    feeds: [
      { type: 'application/rss+xml', href: `${paths.list(id)}/rss` },
      { type: 'application/feed+json', href: `${paths.list(id)}/feed.json` },
    ],
  }
}

const directions: Record<Locale, 'ltr' | 'rtl'> = { en: 'ltr', ar: 'rtl', fr: 'ltr' }
const languageNames: Record<Locale, string> = { en: 'English', ar: 'العربية', fr: 'Français' }

async function compose(
  ctx: Context,
  template: GuestTemplate,
  written: WrittenPage | null,
  { origin, reading, lang }: { origin: string; reading: PageReading; lang: Locale | null },
): Promise<GuestPage> {
  const { locale, texts } = reading
  const path = written?.path ?? reading.path
  const inLanguage = (one: Locale) => `${path}?lang=${one}`
  const indexed = (written?.indexed ?? false) && ctx.config.searchEngines
  const head = written
    ? [
        await guestPageHead(ctx, written.subject, {
          origin,
          path: lang === null ? path : inLanguage(lang),
          locale,
        }),
        ...locales.map(
          (one) => html`<link rel="alternate" hreflang="${one}" href="${origin}${inLanguage(one)}" />`.text,
        ),
        html`<link rel="alternate" hreflang="x-default" href="${origin}${path}" />`.text,
        ...(written.feeds ?? []).map(
          ({ type, href }) => html`<link rel="alternate" type="${type}" href="${href}" />`.text,
        ),
      ].join('\n    ')
    : html`<title>${texts.nothing} · Scene</title>`.text
  const robots = indexed ? '' : '\n    <meta name="robots" content="noindex">'
  const page =
    template.before.replace(
      '<html lang="en" dir="ltr"',
      `<html lang="${locale}" dir="${directions[locale]}"`,
    ) +
    head +
    robots +
    template.middle +
    frame(ctx, written, { origin, path, reading, inLanguage }).text +
    template.after
  return { status: written ? 200 : 404, indexed, body: keptBody(page) }
}

/** The frame of every page: navigation, content and footer. */
function frame(
  ctx: Context,
  written: WrittenPage | null,
  given: { origin: string; path: string; reading: PageReading; inLanguage: (one: Locale) => string },
): Html {
  const { origin, path, reading, inLanguage } = given
  const { texts, locale } = reading
  const feed = written?.feeds?.[0]
  const languages = locales.map(
    (one) =>
      html`<li>
        <a
          href="${inLanguage(one)}"
          hreflang="${one}"
          lang="${one}"
          ${one === locale && html` aria-current="true"`}
          >${languageNames[one]}</a
        >
      </li>`,
  )
  const account = (address: string, kind: string, text: string) =>
    html`<a class="btn${kind}" href="${address}" data-wish="" data-path="${reading.path}">${text}</a>`
  return html`<a class="skip btn" href="#content">${texts.skip}</a>
    <header class="bar">
      <a class="logo" href="/" aria-label="Scene"
        ><img src="/favicon.svg" alt="" width="28" height="28" /><strong>Scene</strong></a
      >
      <details class="langs">
        <summary aria-label="${texts.languages}: ${languageNames[locale]}">${languageNames[locale]}</summary>
        <ul>
          ${languages}
        </ul>
      </details>
      ${account(paths.login(), '', texts.logIn)}${account(paths.signup(), ' fill', texts.signUp)}
    </header>
    <main id="content">${written?.content ?? nothing(texts, reading)}</main>
    <footer class="foot">
      <span class="muted small">${texts.on(new URL(origin).host)}</span
      ><a href="${paths.report()}?address=${encodeURIComponent(origin + path)}">${texts.report}</a
      >${feed !== undefined && html`<a href="${feed.href}">${texts.feed}</a>`}${
        ctx.config.privacyUrl !== null && html`<a href="${ctx.config.privacyUrl}">${texts.privacy}</a>`
      }
    </footer>`
}

const nothing = (texts: GuestTexts, reading: PageReading) =>
  html`<section class="none">
    <svg class="curtain" viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
      <path class="glow" d="${curtain.glow}" />
      <path class="filled" d="${curtain.filled}" />
      <path d="${curtain.lines}" />
      <path class="gold" d="${curtain.gold}" />
    </svg>
    <h1>${texts.nothing}</h1>
    <a class="btn" href="${paths.login()}" data-wish="" data-path="${reading.path}">${texts.logIn}</a>
  </section>`

/** The address in the app that a member gets in place of a page for guests; null when they may not see it. */
export async function memberPathOf(
  ctx: Pick<Context, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  path: string,
): Promise<string | null> {
  const place = guestPlaceAt(path)
  if (!place) return null
  if (place.type === 'film') return paths.film(place.id)
  const memberId = await selectNamed(ctx.db, viewer.id, place.username)
  if (memberId === null) return null
  if (place.type === 'member') return paths.profile(memberId)
  if (place.type === 'member-film') return paths.memberFilmLogs(place.id, memberId)
  const listId = await selectListId(ctx.db, viewer.id, memberId, place.key)
  return listId && paths.list(listId)
}
