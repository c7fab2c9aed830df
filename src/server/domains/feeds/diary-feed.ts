import { createHash } from 'node:crypto'
import type { ListDetail, ListFilm } from '#shared/api/lists.ts'
import type { Log } from '#shared/api/logs.ts'
import { slugOf } from '#shared/guest-paths.ts'
import { paths } from '#shared/paths.ts'
import { realReview } from '#shared/review-text.ts'
import { spoilerParts } from '#shared/spoilers.ts'
import { firstMadeUpId } from '#server/adapters/film-source/canonical-film-source.ts'
import { escapeHtml } from '#server/core/http/escape-html.ts'

// The RSS is what programs made for Letterboxd's feed can read: many use regular expressions, so prefixes, the order
// of elements and the forms of guids are the same as there. The caller decides which logs may be shown.

/** Whose logs they are, and where they are read. */
export interface DiaryOf {
  username: string
  name: string
  /** The origin of this Scene, without a slash at the end. */
  origin: string
  /** The address of the feed itself. */
  self: string
}

const minutesToKeep = 15

/** Characters that XML 1.0 does not allow. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const xml = (text: string) => escapeHtml(text.replaceAll(unwritable, ''))

/** ★★★★½, as titles have it. */
const starsText = (rating: number) => '★'.repeat(Math.floor(rating)) + (rating % 1 === 0 ? '' : '½')

/** A number of 48 bits for a log or a list, always the same one; readers that store ids as numbers can hold it. */
const numberOf = (id: string) => createHash('sha256').update(id).digest().readUIntBE(0, 6)

const yearOf = ({ movie }: Log) => movie.release_date.slice(0, 4)

function titleOf(log: Log): string {
  const year = yearOf(log)
  const named = year === '' ? log.title : `${log.title}, ${year}`
  return log.rating ? `${named} - ${starsText(log.rating)}` : named
}

const wordsOf = (title: string, ...more: string[]) =>
  encodeURIComponent([slugOf(title), ...more].filter(Boolean).join('-'))

const logAddress = ({ origin, username }: Pick<DiaryOf, 'origin' | 'username'>, log: Log) =>
  `${origin}/${username}/film/${wordsOf(log.title, yearOf(log))}/${log._id}/`

/** `Mon, 12 Jan 2026 09:03:05 +0000` */
const dateText = (moment: string) => new Date(moment).toUTCString().replace('GMT', '+0000')

/** `Saturday May 9, 2026` */
function dayText(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const part = (options: Intl.DateTimeFormatOptions) =>
    at.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return `${part({ weekday: 'long' })} ${part({ month: 'long' })} ${at.getUTCDate()}, ${at.getUTCFullYear()}`
}

function textOf(log: Log): { text: string; spoilers: boolean } {
  const parts = spoilerParts(realReview(log.review))
  return {
    text: parts.map((part) => part.text).join(''),
    spoilers: log.spoilers || parts.some((part) => part.spoiler),
  }
}

/** The poster, a warning, and the words or the day. */
function htmlOf(origin: string, log: Log): string {
  const poster = log.posterOverride ?? log.customPoster ?? log.poster ?? log.movie.poster
  const { text, spoilers } = textOf(log)
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => xml(paragraph).replaceAll('\n', '<br />'))
  if (paragraphs.length === 0 && log.watchedAt) paragraphs.push(`Watched on ${dayText(log.watchedAt)}.`)
  if (text !== '' && spoilers) paragraphs.unshift('<em>This review may contain spoilers.</em>')
  if (poster) paragraphs.unshift(`<img src="${xml(new URL(poster, origin).href)}"/>`)
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join(' ')
}

function rssItem(of: DiaryOf, log: Log): string {
  const isReview = textOf(log).text !== ''
  const elements: [name: string, value: string | null][] = [
    ['title', xml(titleOf(log))],
    ['link', xml(logAddress(of, log))],
    ['guid isPermaLink="false"', `letterboxd-${isReview ? 'review' : 'watch'}-${numberOf(log._id)}`],
    ['pubDate', dateText(log.createdAt)],
    ['letterboxd:watchedDate', log.watchedAt],
    ['letterboxd:rewatch', log.rewatchCount > 0 ? 'Yes' : 'No'],
    ['letterboxd:filmTitle', xml(log.title)],
    ['letterboxd:filmYear', yearOf(log) || null],
    ['letterboxd:memberRating', log.rating ? log.rating.toFixed(1) : null],
    ['letterboxd:memberLike', log.isFavorite ? 'Yes' : 'No'],
    ['tmdb:movieId', log.tmdbId < firstMadeUpId ? String(log.tmdbId) : null],
    // Everything in it is escaped, so nothing can end the CDATA section.
    ['description', `<![CDATA[ ${htmlOf(of.origin, log)} ]]>`],
    ['dc:creator', xml(of.name)],
  ]
  const written = elements.flatMap(([name, value]) =>
    value === null ? [] : [`<${name}>${value}</${name.split(' ', 1)[0]}>`],
  )
  return `<item>${written.join('')}</item>`
}

const memberAddress = ({ origin, username }: DiaryOf) => `${origin}/@${username}`

const listAddress = ({ origin, username }: DiaryOf, list: ListDetail) =>
  `${origin}/${username}/list/${wordsOf(list.title)}/${list._id}/`

const filmAddress = (origin: string, { id }: ListFilm) => origin + paths.film(id)

const listHtml = (origin: string, list: ListDetail) =>
  `<ul>${list.movies.map((film) => `<li><a href="${xml(filmAddress(origin, film))}">${xml(film.title)}</a></li>`).join('')}</ul>`

const listItem = (of: DiaryOf, list: ListDetail) =>
  [
    `<item><title>${xml(list.title)}</title>`,
    `<link>${xml(listAddress(of, list))}</link>`,
    `<guid isPermaLink="false">letterboxd-list-${numberOf(list._id)}</guid>`,
    `<pubDate>${dateText(list.createdAt)}</pubDate>`,
    `<description><![CDATA[ ${listHtml(of.origin, list)} ]]></description>`,
    `<dc:creator>${xml(of.name)}</dc:creator></item>`,
  ].join('')

interface Channel {
  title: string
  link: string
  self: string
}

const channel = ({ title, link, self }: Channel, items: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:letterboxd="https://letterboxd.com" xmlns:tmdb="https://themoviedb.org">',
    `<channel><title>${xml(title)}</title><link>${xml(link)}</link><description>${xml(title)}</description><atom:link rel="self" href="${xml(self)}" type="application/rss+xml"/><ttl>${minutesToKeep}</ttl>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n')

/** Newest first; of equal ones in the order in which they come. */
const byMoment = <Item extends { createdAt: string }>(items: Item[]) =>
  items.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))

/** The logs and lists, which may be shown, the newest first. */
export function writeRss(of: DiaryOf, logs: readonly Log[], lists: readonly ListDetail[] = []): string {
  const items = byMoment([
    ...logs.map((log) => ({ createdAt: log.createdAt, text: rssItem(of, log) })),
    ...lists.map((list) => ({ createdAt: list.createdAt, text: listItem(of, list) })),
  ])
  const [title, link] = [`Scene - ${of.name}`, memberAddress(of)]
  return channel(
    { title, link, self: of.self },
    items.map(({ text }) => text),
  )
}

const yearText = ({ year }: ListFilm) => (year === null ? '' : String(year))
const filmTitle = (film: ListFilm) => [film.title, yearText(film)].filter(Boolean).join(', ')
const filmHtml = (origin: string, { posterOverride, poster, note }: ListFilm) =>
  [
    ...(posterOverride || poster
      ? [`<p><img src="${xml(new URL(posterOverride ?? poster ?? '', origin).href)}"/></p>`]
      : []),
    ...(note ? [`<p>${xml(note)}</p>`] : []),
  ].join(' ')

/** The films of a list, in its order. */
export function writeListRss(of: DiaryOf, list: ListDetail): string {
  const items = list.movies.map((film) =>
    [
      `<item><title>${xml(filmTitle(film))}</title>`,
      `<link>${xml(filmAddress(of.origin, film))}</link>`,
      `<guid isPermaLink="false">scene-list-${list._id}-${film.id}</guid>`,
      `<letterboxd:filmTitle>${xml(film.title)}</letterboxd:filmTitle>`,
      ...(film.year === null ? [] : [`<letterboxd:filmYear>${film.year}</letterboxd:filmYear>`]),
      ...(film.id < firstMadeUpId ? [`<tmdb:movieId>${film.id}</tmdb:movieId>`] : []),
      `<description><![CDATA[ ${filmHtml(of.origin, film)} ]]></description>`,
      `<dc:creator>${xml(of.name)}</dc:creator></item>`,
    ].join(''),
  )
  return channel({ title: list.title, link: listAddress(of, list), self: of.self }, items)
}

export const writeListJsonFeed = (of: DiaryOf, list: ListDetail): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: list.title,
    home_page_url: listAddress(of, list),
    feed_url: of.self,
    authors: [{ name: of.name }],
    items: list.movies.map((film) => ({
      id: `scene-list-${list._id}-${film.id}`,
      url: filmAddress(of.origin, film),
      title: filmTitle(film),
      content_html: filmHtml(of.origin, film),
      _scene: {
        film: {
          title: film.title,
          year: yearText(film) || null,
          tmdbId: film.id < firstMadeUpId ? film.id : null,
        },
      },
    })),
  })

/** The logs and lists, which may be shown, as JSON Feed 1.1. */
export function writeJsonFeed(of: DiaryOf, logs: readonly Log[], lists: readonly ListDetail[] = []): string {
  const ofLogs = logs.map((log) => ({
    id: log._id,
    url: logAddress(of, log),
    title: titleOf(log),
    content_html: htmlOf(of.origin, log),
    date_published: log.createdAt,
    ...(log.tags.length > 0 && { tags: log.tags }),
    _scene: {
      film: {
        title: log.title,
        year: yearOf(log) || null,
        tmdbId: log.tmdbId < firstMadeUpId ? log.tmdbId : null,
      },
      watchedAt: log.watchedAt,
      rating: log.rating,
      rewatch: log.rewatchCount > 0,
      favorite: log.isFavorite,
      spoilers: textOf(log).spoilers,
    },
  }))
  const ofLists = lists.map((list) => ({
    id: list._id,
    url: listAddress(of, list),
    title: list.title,
    content_html: listHtml(of.origin, list),
    date_published: list.createdAt,
  }))
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Scene - ${of.name}`,
    home_page_url: memberAddress(of),
    feed_url: of.self,
    authors: [{ name: of.name }],
    items: [...ofLogs, ...ofLists].toSorted(
      (one, other) => Date.parse(other.date_published) - Date.parse(one.date_published),
    ),
  })
}
