import type { AnswerOf, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/gifs.ts'
import type { GifItem } from '#shared/api/gifs.ts'
import { dayMs } from '#shared/durations.ts'
import type { TitleReader } from '#shared/film-titles.ts'
import { gifAddressOf, parseGifAddress, stillOf } from '#shared/gif.ts'
import { drawnGif } from '#server/adapters/gifs/built-in-gifs.ts'
import type { SourceGifPage } from '#server/adapters/gifs/gif-provider.ts'
import type { Picture } from '#server/adapters/pictures/pictures.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { isBlockedQuery } from '#server/domains/films/search.service.ts'
import * as queries from './gifs.queries.ts'
import { gifTitle } from './gifs.views.ts'

type Part<Name extends keyof Context> = Pick<Context, Name>
type Page = AnswerOf<typeof api.searchGifs>

const maxUnusedMs = 30 * dayMs

export async function listTrendingGifs(
  ctx: Part<'db' | 'gifs' | 'now'>,
  viewer: Viewer,
  { page = 1 }: ParsedQuery<typeof api.listTrendingGifs>,
): Promise<Page> {
  return recorded(ctx, viewer, await ctx.gifs.trending(page))
}

export async function searchGifs(
  ctx: Part<'db' | 'gifs' | 'now' | 'config'>,
  viewer: Viewer,
  { q, page = 1 }: ParsedQuery<typeof api.searchGifs>,
): Promise<Page> {
  const query = q.trim()
  if (query === '' || isBlockedQuery(ctx.config.search, query)) return answer(ctx, viewer, [], null)
  return recorded(ctx, viewer, await ctx.gifs.search(query, page))
}

/** What the viewer used last, whichever provider it came from. */
export async function listRecentGifs(
  ctx: Part<'db' | 'gifs'>,
  viewer: Viewer,
): Promise<AnswerOf<typeof api.listRecentGifs>> {
  const rows = await queries.selectRecent(ctx.db, viewer.id)
  return answer(ctx, viewer, rows, null)
}

/** Stores the GIFs of a page, so that every instance knows their addresses, and answers the page. */
async function recorded(
  ctx: Part<'db' | 'gifs' | 'now'>,
  viewer: Viewer,
  page: SourceGifPage,
): Promise<Page> {
  const provider = ctx.gifs.name
  const rows = page.results.map(({ id, files, ...gif }) => ({
    ...gif,
    address: gifAddressOf(provider, id),
    provider,
    sourceUrl: files?.moving ?? null,
    sourceStill: files?.still ?? null,
  }))
  if (provider !== 'scene' && rows.length > 0) await queries.upsertGifs(ctx.db, rows, ctx.now())
  return answer(ctx, viewer, rows, page.nextPage)
}

const answer = (
  ctx: Part<'gifs'>,
  { titles }: Viewer,
  gifs: readonly ShownGif[],
  nextPage: number | null,
): Page => ({
  results: gifs.map((gif) => itemOf(gif, titles)),
  provider: ctx.gifs.name,
  nextPage,
})

interface ShownGif {
  address: string
  title: string
  width: number
  height: number
}

const itemOf = ({ address, title, width, height }: ShownGif, titles: TitleReader): GifItem => ({
  id: address,
  url: address,
  still: stillOf(address) ?? address,
  width,
  height,
  title: gifTitle(address, title, titles),
})

/** A GIF's own file or its still; null when there is none. */
export async function gifFile(
  ctx: Part<'db' | 'pictures'>,
  provider: string,
  file: string,
): Promise<Picture | null> {
  const isStill = file.endsWith('.still.webp')
  const address = `/gifs/${provider}/${isStill ? file.replace(/\.still\.webp$/, '.webp') : file}`
  const gif = parseGifAddress(address)
  if (!gif) return null
  if (gif.provider === 'scene') return ctx.pictures.drawnGif(gif.id, isStill)
  const row = await queries.selectSource(ctx.db, address)
  const source = isStill ? row?.source_still : row?.source_url
  return source ? ctx.pictures.fetchedGif({ ...gif, isStill, source }) : null
}

/** Checks that an address is a GIF which was shown before. At most one statement. @throws gif.unknown */
export async function requireGif(ctx: Part<'db'>, address: string): Promise<void> {
  const gif = parseGifAddress(address)
  const isKnown =
    gif?.provider === 'scene' ? drawnGif(gif.id) !== null : gif && (await queries.isGif(ctx.db, address))
  if (!isKnown) throw fail('gif.unknown')
}

/** Keeps a GIF that `requireGif` found from being pruned, and puts it first among those that the member used last. */
export async function useGif(tx: Tx, memberId: string, address: string): Promise<void> {
  await markGifUsed(tx, address)
  await queries.upsertRecent(tx.db, memberId, address)
}

/** Keeps a GIF that `requireGif` found from being pruned. */
export async function markGifUsed(tx: Tx, address: string): Promise<void> {
  const gif = parseGifAddress(address)
  const drawn = gif?.provider === 'scene' ? drawnGif(gif.id) : null
  if (drawn) await queries.insertDrawnGif(tx.db, { address, ...drawn })
  else await queries.markUsed(tx.db, address)
}

export async function pruneGifs(ctx: Part<'db' | 'now'>): Promise<void> {
  await queries.deleteUnused(ctx.db, new Date(ctx.now().getTime() - maxUnusedMs))
}
