import * as z from 'zod'
import { createGifClient, readAnswer, type GifClientOptions } from './gif-client.ts'
import { gifsPerPage, type GifProvider, type SourceGif, type SourceGifPage } from './gif-provider.ts'
import { fileAddress, gifId, gifTitle, pixels, readable } from './gif-wire.ts'

const file = z.object({ url: fileAddress, width: pixels, height: pixels }).optional().catch(undefined)
const rendition = z.object({ webp: file, gif: file, jpg: file }).optional().catch(undefined)

const gif = z
  .object({
    id: z.union([z.number().int().positive().transform(String), gifId]),
    title: gifTitle,
    // What is no GIF is an advertisement.
    type: z.literal('gif'),
    file: z.object({ hd: rendition, md: rendition, sm: rendition, xs: rendition }),
  })
  .transform(({ id, title, file: { hd, md, sm, xs } }, check): SourceGif => {
    const bySize = [sm, md, xs, hd]
    const own = bySize.map((size) => size?.webp ?? size?.gif).find((one) => one !== undefined)
    const still = bySize.map((size) => size?.jpg).find((one) => one !== undefined)
    if (own && still)
      return {
        id,
        title,
        width: own.width,
        height: own.height,
        files: { moving: own.url, still: still.url },
      }
    check.addIssue({ code: 'custom', message: 'no rendition' })
    return z.NEVER
  })

const answer = z.object({
  result: z.literal(true),
  data: z.object({ data: z.array(z.unknown()), has_next: z.boolean().catch(false) }),
})

/** Klipy v1, asked by the server alone: it sees neither the members nor their addresses. */
export function createKlipyGifs(options: GifClientOptions): GifProvider {
  const ask = createGifClient('klipy', options)
  const root = `/${encodeURIComponent(options.apiKey)}/gifs`

  async function page(kind: string, query: Record<string, string>, number: number): Promise<SourceGifPage> {
    const body = await ask(`${root}/${kind}`, {
      ...query,
      page: String(number),
      per_page: String(gifsPerPage),
      content_filter: 'medium',
      format_filter: 'gif,webp,jpg',
    })
    if (body === null) return { results: [], nextPage: null }
    const { data, has_next: hasNext } = readAnswer(answer, body, options.logger).data
    return {
      results: readable(gif, data).slice(0, gifsPerPage),
      nextPage: hasNext && data.length > 0 ? number + 1 : null,
    }
  }

  return {
    name: 'klipy',
    trending: (number) => page('trending', {}, number),
    search: (query, number) => page('search', { q: query }, number),
  }
}
