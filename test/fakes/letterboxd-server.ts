import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a member did at Letterboxd, as its feed says it. */
export interface FeedEntry {
  number: number
  title: string
  year: number
  tmdbId?: number
  tvId?: number
  watchedOn?: string
  rating?: string
  rewatch?: boolean
  like?: boolean
  /** HTML. */
  review?: string
  spoilers?: boolean
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function itemOf(entry: FeedEntry, username: string): string {
  const { number, title, year, tmdbId, tvId, watchedOn, rating, rewatch, like, review, spoilers } = entry
  const poster = '<p><img src="https://a.ltrbxd.com/resized/film-poster/0-600-0-900-crop.jpg"/></p>'
  const warning = spoilers ? ' <p><em>This review may contain spoilers.</em></p>' : ''
  const words = review === undefined ? `<p>Watched on ${watchedOn ?? ''}.</p>` : `${warning} ${review}`
  return [
    `<item><title>${escaped(title)}, ${year}</title><link>https://letterboxd.com/${username}/film/x/</link>`,
    `<guid isPermaLink="false">letterboxd-${review === undefined ? 'watch' : 'review'}-${number}</guid>`,
    '<pubDate>Mon, 12 Jan 2026 09:03:05 +1300</pubDate>',
    watchedOn && `<letterboxd:watchedDate>${watchedOn}</letterboxd:watchedDate>`,
    `<letterboxd:rewatch>${rewatch ? 'Yes' : 'No'}</letterboxd:rewatch>`,
    `<letterboxd:filmTitle>${escaped(title)}</letterboxd:filmTitle><letterboxd:filmYear>${year}</letterboxd:filmYear>`,
    rating && `<letterboxd:memberRating>${rating}</letterboxd:memberRating>`,
    `<letterboxd:memberLike>${like ? 'Yes' : 'No'}</letterboxd:memberLike>`,
    tmdbId && `<tmdb:movieId>${tmdbId}</tmdb:movieId>`,
    tvId && `<tmdb:tvId>${tvId}</tmdb:tvId>`,
    `<description><![CDATA[ ${poster} ${words} ]]></description><dc:creator>${username}</dc:creator></item>`,
  ]
    .filter(Boolean)
    .join('')
}

const list = (username: string) =>
  `<item><title>Rainy days</title><link>https://letterboxd.com/${username}/list/rainy-days/</link><guid isPermaLink="false">letterboxd-list-77</guid><pubDate>Mon, 12 Jan 2026 09:03:05 +1300</pubDate><description><![CDATA[ <ul><li><a href="https://letterboxd.com/film/x/">X</a></li></ul> ]]></description><dc:creator>${username}</dc:creator></item>`

/** A feed, and a list at its end. */
export const feedXml = (username: string, entries: readonly FeedEntry[]) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:letterboxd="https://letterboxd.com" xmlns:tmdb="https://themoviedb.org"><channel><title>Letterboxd - ${username}</title><link>https://letterboxd.com/${username}/</link><description>Letterboxd - ${username}</description>${entries.map((entry) => itemOf(entry, username)).join('')}${list(username)}</channel></rss>`

export interface LetterboxdServer {
  url: string
  /** The headers of every question, by the path. */
  asked: { path: string; headers: IncomingHttpHeaders }[]
  /** What is answered to whoever asks; another member than those is not found. */
  answers: Map<string, { status?: number; headers?: Record<string, string>; body?: string | Buffer }>
  close(): Promise<void>
}

/** Letterboxd as far as feeds go, on this machine; an answer with an ETag is not sent twice. */
export async function startLetterboxdServer(): Promise<LetterboxdServer> {
  const asked: LetterboxdServer['asked'] = []
  const answers: LetterboxdServer['answers'] = new Map()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const answer = answers.get(/^\/([^/]+)\/rss\/$/.exec(path)?.[1] ?? '') ?? { status: 404 }
    const etag = answer.headers?.['etag']
    if (etag && request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/rss+xml', ...answer.headers })
    return response.end(answer.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
