import * as z from 'zod'
import { createGifClient, readAnswer, type GifClientOptions } from './gif-client.ts'
import { gifsPerPage, type GifProvider, type SourceGif, type SourceGifPage } from './gif-provider.ts'
import { fileAddress, gifId, gifTitle, pixels, readable } from './gif-wire.ts'

/** GIPHY serves no more than these. */
const lastOffset = { trending: 499, search: 4999 }

const moving = z
  .object({
    webp: fileAddress.optional().catch(undefined),
    url: fileAddress.optional().catch(undefined),
    width: pixels,
    height: pixels,
  })
  .optional()
  .catch(undefined)
const standing = z.object({ url: fileAddress }).optional().catch(undefined)

const gif = z
  .object({
    id: gifId,
    title: gifTitle,
    images: z.object({
      fixed_width: moving,
      fixed_height: moving,
      downsized: moving,
      original: moving,
      fixed_width_still: standing,
      fixed_height_still: standing,
      original_still: standing,
    }),
  })
  .transform(({ id, title, images }, check): SourceGif => {
    const own = [images.fixed_width, images.fixed_height, images.downsized, images.original].find(
      (rendition) => rendition?.webp ?? rendition?.url,
    )
    const source = own?.webp ?? own?.url
    const still = images.fixed_width_still ?? images.fixed_height_still ?? images.original_still
    if (own && source && still)
      return {
        id,
        title,
        width: own.width,
        height: own.height,
        files: { moving: bare(source), still: bare(still.url) },
      }
    check.addIssue({ code: 'custom', message: 'no rendition' })
    return z.NEVER
  })

const answer = z.object({
  data: z.array(z.unknown()),
  pagination: z
    .object({ total_count: z.number().catch(0), count: z.number().catch(0), offset: z.number().catch(0) })
    .optional()
    .catch(undefined),
})

/** GIPHY v1, asked by the server alone: it sees neither the members nor their addresses. */
export function createGiphyGifs(options: GifClientOptions): GifProvider {
  const ask = createGifClient('giphy', options)

  async function page(
    kind: 'trending' | 'search',
    query: Record<string, string>,
    number: number,
  ): Promise<SourceGifPage> {
    const offset = (number - 1) * gifsPerPage
    if (offset > lastOffset[kind]) return { results: [], nextPage: null }
    const body = await ask(`/gifs/${kind}`, {
      api_key: options.apiKey,
      ...query,
      limit: String(gifsPerPage),
      offset: String(offset),
      rating: 'pg-13',
    })
    if (body === null) return { results: [], nextPage: null }
    const { data, pagination } = readAnswer(answer, body, options.logger)
    const end = offset + gifsPerPage
    const hasMore = data.length > 0 && end < (pagination?.total_count ?? 0) && end <= lastOffset[kind]
    return { results: readable(gif, data).slice(0, gifsPerPage), nextPage: hasMore ? number + 1 : null }
  }

  return {
    name: 'giphy',
    trending: (number) => page('trending', {}, number),
    search: (query, number) =>
      page('search', { q: query, lang: /\p{Script=Arabic}/u.test(query) ? 'ar' : 'en' }, number),
  }
}

/** Removes query parameters by which GIPHY counts views, since they contain the key. */
function bare(address: string): string {
  const url = new URL(address)
  url.search = ''
  url.hash = ''
  return url.href
}
