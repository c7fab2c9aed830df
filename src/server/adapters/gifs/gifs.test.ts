import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  gifErrors,
  gifKey,
  giphyGif,
  giphyPage,
  klipyGif,
  klipyPage,
  startGifProviderServer,
  type GifProviderServer,
} from '#test/fakes/gif-provider-server.ts'
import { createBuiltInGifs } from './built-in-gifs.ts'
import { createCachedGifs } from './cached-gifs.ts'
import type { GifClientOptions } from './gif-client.ts'
import type { GifProvider } from './gif-provider.ts'
import { createGiphyGifs } from './giphy-gifs.ts'
import { createKlipyGifs } from './klipy-gifs.ts'

let server: GifProviderServer
let lines: string[]
let slept: number[]

beforeAll(async () => {
  server = await startGifProviderServer({ moving: Buffer.from('m'), still: Buffer.from('s') })
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  lines = []
  slept = []
})

/** Waits are noted and skipped: the clock jumps ahead instead. */
function options(path: string, more: Partial<GifClientOptions> = {}): GifClientOptions {
  let time = Date.parse('2026-05-01T12:00:00Z')
  return {
    baseUrl: `${server.url}${path}`,
    apiKey: gifKey,
    logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    clock: {
      now: () => time,
      sleep: async (ms) => {
        slept.push(ms)
        time += ms
      },
    },
    timeoutMs: 2000,
    ...more,
  }
}
const giphy = (more?: Partial<GifClientOptions>) => createGiphyGifs(options('/giphy', more))
const klipy = (more?: Partial<GifClientOptions>) => createKlipyGifs(options('/klipy', more))

const providers: [string, (more?: Partial<GifClientOptions>) => GifProvider][] = [
  ['giphy', giphy],
  ['klipy', klipy],
]
const down = { code: 'gif.source_down' }
const sent = (index = 0) => new URL(server.requests[index]?.url ?? '', server.url)

describe.each(providers)('%s', (name, provider) => {
  test('pages of twenty, to the last', async () => {
    const gifs = provider()
    expect(gifs.name).toBe(name)
    const [first, second, third] = [await gifs.trending(1), await gifs.trending(2), await gifs.trending(3)]
    expect([first.results.length, second.results.length, third.results.length]).toEqual([20, 20, 5])
    expect([first.nextPage, second.nextPage, third.nextPage]).toEqual([2, 3, null])
    const all = [...first.results, ...second.results, ...third.results]
    expect(new Set(all.map((gif) => gif.id)).size).toBe(45)
    expect(all.every((gif) => gif.files?.moving.endsWith('.webp'))).toBe(true)
    expect((await gifs.search('nothing', 1)).results).toEqual([])
  })

  test('a search names its words and nobody', async () => {
    await provider().search('so happy & صح', 2)
    expect(sent().searchParams.get('q')).toBe('so happy & صح')
    expect(sent().href).not.toMatch(/customer|random_id|user/)
    expect(server.requests[0]?.headers['x-forwarded-for']).toBeUndefined()
  })

  test.each([
    ['a page of HTML', [gifErrors.page, gifErrors.page]],
    ['a broken gateway', [gifErrors.gateway, gifErrors.gateway]],
    ['a connection that breaks', ['reset', 'reset']],
    ['another shape', [{ json: { gifs: [] } }]],
    ['no list', [{ json: 'sorry' }]],
    ['a redirect', [{ status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }]],
    ['an answer without end', [{ text: 'x'.repeat(5_000_000) }, { text: 'x'.repeat(5_000_000) }]],
  ] as const)('%s is no answer', async (_, replies) => {
    server.next(...replies)
    await expect(provider().trending(1)).rejects.toMatchObject(down)
    expect(server.requests).toHaveLength(replies.length)
  })

  test('a slow answer is given up', async () => {
    server.next('hang', 'hang')
    await expect(provider({ timeoutMs: 50 }).trending(1)).rejects.toMatchObject(down)
  })

  test('a passing fault is tried again once', async () => {
    server.next(gifErrors.gateway)
    expect((await provider().trending(1)).results).toHaveLength(20)
    expect(slept).toHaveLength(1)
  })

  test('is asked again when it says so, but not after long', async () => {
    server.next(gifErrors.slowDown('2'))
    await provider().trending(1)
    expect(slept).toEqual([2000])
    server.next(gifErrors.slowDown('120'))
    await expect(provider().trending(1)).rejects.toMatchObject(down)
    server.next(gifErrors.slowDown())
    await expect(provider().trending(1)).rejects.toMatchObject(down)
    expect(server.requests).toHaveLength(4)
    expect(slept).toEqual([2000])
  })

  test.each([gifErrors.tooLong, { status: 400, json: {} }])(
    'a question it does not take finds nothing',
    async (reply) => {
      server.next(reply)
      expect(await provider().search('x', 1)).toEqual({ results: [], nextPage: null })
    },
  )

  test('a refused key is told once in the log', async () => {
    const gifs = provider()
    server.next(gifErrors.giphyKey, gifErrors.giphyForbidden)
    await expect(gifs.trending(1)).rejects.toMatchObject(down)
    await expect(gifs.trending(1)).rejects.toMatchObject(down)
    expect(server.requests).toHaveLength(2)
    expect(lines.filter((line) => line.includes('GIF_API_KEY'))).toHaveLength(1)
  })

  test('after a row of faults it is left alone for a while', async () => {
    const gifs = provider({ breakAfter: 2, breakMs: 60_000 })
    server.next(gifErrors.gateway, gifErrors.gateway)
    await expect(gifs.trending(1)).rejects.toMatchObject(down)
    await expect(gifs.trending(1)).rejects.toMatchObject(down)
    expect(server.requests).toHaveLength(2)
    expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(1)
  })

  test('neither key nor words are in a log line or an error', async () => {
    server.next('reset', gifErrors.gateway, gifErrors.giphyKey, gifErrors.page, gifErrors.page, {
      json: { a: gifKey },
    })
    const gifs = provider({ breakAfter: 50 })
    for (const page of [1, 2, 3, 4]) {
      const error: unknown = await gifs.search('secret words', page).catch((thrown: unknown) => thrown)
      const cause = error instanceof Error ? error.cause : undefined
      const told = [error, cause].map((one) => JSON.stringify(one, Object.getOwnPropertyNames(one ?? {})))
      expect(told.join('')).not.toMatch(new RegExp(`${gifKey}|secret`))
    }
    const away = provider({ baseUrl: 'http://127.0.0.1:1' })
    await expect(away.search('secret words', 1)).rejects.toMatchObject(down)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toMatch(new RegExp(`${gifKey}|secret`))
  })
})

describe('giphy', () => {
  test('is asked for what suits everybody from 13 on, in the language of the words', async () => {
    await giphy().search('حزين', 1)
    expect(sent().searchParams.get('rating')).toBe('pg-13')
    expect(sent().searchParams.get('lang')).toBe('ar')
    expect(sent().searchParams.get('limit')).toBe('20')
  })

  test('sizes are numbers, and addresses lose what names the key', async () => {
    const [gif] = (await giphy().trending(1)).results
    expect(gif).toEqual({
      id: 'hot0',
      title: 'Happy hot0 GIF',
      width: 200,
      height: 113,
      files: {
        moving: `${server.url}/media/hot0/200w.webp`,
        still: `${server.url}/media/hot0/200w_s.jpg`,
      },
    })
  })

  test('missing renditions give way to others; what has none is left out', async () => {
    const media = `${server.url}/media`
    server.next({
      json: giphyPage([
        giphyGif(media, 'noWebp', { fixed_width: { url: `${media}/a.gif`, width: 200, height: '90' } }),
        giphyGif(media, 'other', {
          fixed_width: {},
          fixed_width_still: {},
          fixed_height_still: { url: `${media}/s.gif` },
        }),
        giphyGif(media, 'noStill', { fixed_width_still: {} }),
        giphyGif(media, 'noSize', { fixed_width: { url: `${media}/b.gif`, width: 'wide' }, original: {} }),
        giphyGif(media, '../../etc'),
        { ...giphyGif(media, 'noTitle'), title: null },
        null,
        'gif',
      ]),
    })
    const { results } = await giphy().trending(1)
    expect(results.map((gif) => [gif.id, gif.width, gif.height, gif.title])).toEqual([
      ['noWebp', 200, 90, 'Happy noWebp GIF'],
      ['other', 480, 270, 'Happy other GIF'],
      ['noTitle', 200, 113, ''],
    ])
  })

  test('is not asked beyond what it serves', async () => {
    expect(await giphy().trending(26)).toEqual({ results: [], nextPage: null })
    expect(server.requests).toHaveLength(0)
  })
})

describe('klipy', () => {
  test('has the key in its path, and a filter of content', async () => {
    await klipy().search('wow', 3)
    expect(sent().pathname).toBe(`/klipy/${gifKey}/gifs/search`)
    expect(sent().searchParams.get('content_filter')).toBe('medium')
    expect(sent().searchParams.get('page')).toBe('3')
    expect(sent().searchParams.get('per_page')).toBe('20')
  })

  test('advertisements and what has no rendition are left out', async () => {
    const media = `${server.url}/media`
    const gifOnly = {
      gif: { url: `${media}/c.gif`, width: 100, height: 50 },
      jpg: { url: `${media}/c.jpg`, width: 100, height: 50 },
    }
    server.next({
      json: klipyPage([
        { ...klipyGif(media, 1), type: 'ad' },
        { id: 2, type: 'ad', content: '<b>Buy</b>', width: 300, height: 250 },
        klipyGif(media, 3),
        klipyGif(media, 4, { sm: {} }),
        klipyGif(media, 5, { sm: {}, md: gifOnly }),
      ]),
    })
    const { results } = await klipy().trending(1)
    expect(results.map((gif) => [gif.id, gif.width])).toEqual([
      ['3', 220],
      ['5', 100],
    ])
  })

  test('an answer that says it failed is none', async () => {
    server.next({ json: { result: false, errors: {} } })
    await expect(klipy().trending(1)).rejects.toMatchObject(down)
  })
})

describe('kept answers', () => {
  test('equal questions are asked once, at the same time and for a while', async () => {
    let time = 1_000_000
    const gifs = createCachedGifs(giphy(), { now: () => time })
    await Promise.all([gifs.search('So  Happy', 1), gifs.search('so happy', 1), gifs.search('so happy', 1)])
    await gifs.search('SO HAPPY', 1)
    expect(server.requests).toHaveLength(1)
    await gifs.search('so happy', 2)
    await gifs.trending(1)
    expect(server.requests).toHaveLength(3)
    time += 11 * 60_000
    await gifs.search('so happy', 1)
    await gifs.trending(1)
    expect(server.requests).toHaveLength(4)
    time += 60 * 60_000
    await gifs.trending(1)
    expect(server.requests).toHaveLength(5)
  })

  test('faults are not kept', async () => {
    const gifs = createCachedGifs(giphy())
    server.next(gifErrors.gateway, gifErrors.gateway)
    await expect(gifs.trending(1)).rejects.toMatchObject(down)
    expect((await gifs.trending(1)).results).toHaveLength(20)
  })
})

describe('the drawn pack', () => {
  const pack = createBuiltInGifs()
  const ids = async (query: string, page = 1) => (await pack.search(query, page)).results.map((gif) => gif.id)

  test('all of it is in fashion, twenty a page', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => pack.trending(page)))
    expect(pages.map((page) => page.results.length)).toEqual([20, 20, 20, 20, 20, 0])
    expect(pages.map((page) => page.nextPage)).toEqual([2, 3, 4, 5, null, null])
    expect(pages[0]?.results.every((gif) => gif.id.startsWith('trending-'))).toBe(true)
  })

  test.each([
    ['sad', 'sad-'],
    ['Celebrating', 'celebrating-'],
    ['laughing', 'laughing-'],
    ['mind blown', 'mind-blown-'],
    ['حزين', 'sad-'],
    ['احتفال', 'celebrating-'],
    ['triste', 'sad-'],
    ['FETE', 'celebrating-'],
    ['choqué', 'mind-blown-'],
  ])('"%s" finds a whole mood first', async (query, prefix) => {
    const found = await ids(query)
    expect(found).toHaveLength(20)
    expect(found.every((id) => id.startsWith(prefix))).toBe(true)
  })

  test.each([
    ['plot twist', 'trending-ghost'],
    ['popc', 'trending-popcorn'],
    ['قطه', 'trending-cat'],
    ['فشار', 'trending-popcorn'],
    ['etoile', 'trending-star'],
    ['MDR', 'laughing-bear'],
    ['شكرا', 'trending-bear'],
    ['sad cat', 'sad-cat'],
  ])('"%s" finds %s', async (query, id) => {
    expect(await ids(query)).toContain(id)
  })

  test.each(['', '  ', '!?', 'zzzz', 'the', 'sad zzzz'])('"%s" finds nothing', async (query) => {
    expect(await pack.search(query, 1)).toEqual({ results: [], nextPage: null })
  })
})
