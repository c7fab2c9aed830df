import { NIL } from 'uuid'
import { guestPaths } from '#shared/guest-paths.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml } from '#server/core/http/escape-html.ts'
import { uuid } from '#server/core/uuid.ts'
import * as queries from './guest-pages.queries.ts'

/** Addresses that search engines should not read: they are not for guests, or the same page without the query. */
const closed = ['/api/', '/media/', '/dev/', '/*?*after=']

/** @param origin null where no search engine is wanted. */
export const robotsText = (origin: string | null): string =>
  origin === null
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`

export const siteMaps = ['members', 'lists', 'films'] as const
export type SiteMap = (typeof siteMaps)[number]

interface Page {
  path: string
  changedAt?: Date
}

/** The pages after a given one, and where the next map starts; null when there is none. */
async function pagesOf(
  ctx: Pick<Context, 'db'>,
  kind: SiteMap,
  after: string,
): Promise<{ pages: Page[]; next: string | null }> {
  const read = await rowsOf(ctx, kind, after)
  const last = read.at(-1)
  return { pages: read, next: read.length === queries.mapSize && last ? last.key : null }
}

async function rowsOf(
  { db }: Pick<Context, 'db'>,
  kind: SiteMap,
  after: string,
): Promise<(Page & { key: string })[]> {
  const id = uuid.test(after) ? after : NIL
  switch (kind) {
    case 'members':
      return (await queries.selectIndexed(db, id)).map((row) => ({
        key: row.id,
        path: guestPaths.member(row.username),
      }))
    case 'lists':
      return (await queries.selectIndexedLists(db, id)).map((row) => ({
        key: row.id,
        path: guestPaths.list(row.username, row.id, row.title),
        changedAt: row.updated_at,
      }))
    case 'films':
      return (await queries.selectReviewedFilms(db, Number(after) || 0)).map((row) => ({
        key: String(row.id),
        path: guestPaths.film(row.id, row.title),
      }))
  }
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * The paths of all maps (https://www.sitemaps.org/protocol.html), each of which has 50,000 addresses at most. Reads every address
 * that is in them.
 */
export async function listMaps(ctx: Pick<Context, 'db'>): Promise<string[]> {
  const maps: string[] = []
  for (const kind of siteMaps) {
    for (let after: string | null = ''; after !== null;) {
      const { pages, next }: { pages: Page[]; next: string | null } = await pagesOf(ctx, kind, after)
      if (pages.length > 0) maps.push(`/sitemap/${kind}.xml${after === '' ? '' : `?after=${after}`}`)
      after = next
    }
  }
  return maps
}

export function mapIndex(origin: string, maps: readonly string[]): string {
  const entries = maps.map((map) => `<sitemap><loc>${escapeHtml(origin + map)}</loc></sitemap>\n`)
  return `${head}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

export async function siteMap(
  ctx: Pick<Context, 'db'>,
  origin: string,
  kind: SiteMap,
  after: string,
): Promise<string> {
  const { pages } = await pagesOf(ctx, kind, after)
  const entries = pages.map(
    ({ path, changedAt }) =>
      `<url><loc>${escapeHtml(origin + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`,
  )
  return `${head}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`
}
