import { startFilmSourceServer, type FilmSourceServer, type Reply } from './film-source-server.ts'

export type GifProviderServer = FilmSourceServer & {
  /** The setting that lets files come from here. */
  mediaBaseUrl: string
}

export const gifKey = 'k3y-of-a-gif-provider'

/** How many GIFs there are in all. */
const total = 45

interface Options {
  /** What the server answers for files. */
  moving: Buffer
  still: Buffer
}

/**
 * GIPHY v1 below `/giphy`, Klipy v1 below `/klipy` and their files below `/media`, over real HTTP. Both have 45 GIFs
 * in fashion and for every search but "nothing".
 */
export async function startGifProviderServer({ moving, still }: Options): Promise<GifProviderServer> {
  const server = await startFilmSourceServer()
  const media = `${server.url}/media`
  server.otherwise((path, query): Reply => {
    if (path.startsWith('/media/'))
      return path.endsWith('.webp')
        ? { bytes: moving, type: 'image/webp' }
        : { bytes: still, type: 'image/jpeg' }
    if (path.startsWith('/giphy/')) return giphy(media, path, query)
    if (path.startsWith('/klipy/')) return klipy(media, path, query)
    return { status: 404, text: '<h1>Not found</h1>' }
  })
  return { ...server, mediaBaseUrl: `${media}/` }
}

function giphy(media: string, path: string, query: URLSearchParams): Reply {
  if (query.get('api_key') !== gifKey) return gifErrors.giphyKey
  if (path !== '/giphy/gifs/trending' && path !== '/giphy/gifs/search') return gifErrors.giphyMissing
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? 25)
  const found = query.get('q') === 'nothing' ? 0 : total
  const numbers = Array.from({ length: Math.max(0, Math.min(limit, found - offset)) }, (_, at) => offset + at)
  const kind = path.endsWith('search') ? 'found' : 'hot'
  return {
    json: giphyPage(
      numbers.map((number) => giphyGif(media, `${kind}${number}`)),
      found,
      offset,
    ),
  }
}

function klipy(media: string, path: string, query: URLSearchParams): Reply {
  const [, , key, , kind] = path.split('/')
  if (key !== gifKey) return gifErrors.klipyKey
  const page = Number(query.get('page') ?? 1)
  const size = Number(query.get('per_page') ?? 24)
  const found = query.get('q') === 'nothing' ? 0 : total
  const start = (page - 1) * size
  const numbers = Array.from({ length: Math.max(0, Math.min(size, found - start)) }, (_, at) => start + at)
  const gifs = numbers.map((number) => klipyGif(media, (kind === 'search' ? 2000 : 1000) + number))
  return { json: klipyPage(gifs, start + size < found) }
}

export const giphyPage = (data: unknown[], total_count = data.length, offset = 0) => ({
  data,
  pagination: { total_count, count: data.length, offset },
  meta: { status: 200, msg: 'OK', response_id: 'abc' },
})

/** All sizes are texts, as GIPHY writes them. */
export function giphyGif(media: string, id: string, images: Record<string, unknown> = {}) {
  return {
    type: 'gif',
    id,
    url: `https://giphy.com/gifs/${id}`,
    username: '',
    title: `Happy ${id} GIF`,
    rating: 'g',
    images: {
      original: { url: `${media}/${id}/giphy.gif`, width: '480', height: '270', size: '2000000' },
      fixed_width: {
        url: `${media}/${id}/200w.gif?cid=${gifKey}`,
        webp: `${media}/${id}/200w.webp?cid=${gifKey}&rid=200w.webp`,
        width: '200',
        height: '113',
        size: '300000',
      },
      fixed_width_still: { url: `${media}/${id}/200w_s.jpg?cid=${gifKey}`, width: '200', height: '113' },
      preview: {},
      ...images,
    },
  }
}

export const klipyPage = (data: unknown[], has_next = false) => ({
  result: true,
  data: { data, current_page: 1, per_page: 20, has_next },
})

/** All sizes are numbers, as Klipy writes them. */
export function klipyGif(media: string, id: number, file: Record<string, unknown> = {}) {
  const one = (format: string) => ({
    url: `${media}/${id}/sm.${format}`,
    width: 220,
    height: 124,
    size: 90_000,
  })
  return {
    id,
    slug: `happy-${id}`,
    title: `Happy ${id}`,
    type: 'gif',
    file: { sm: { webp: one('webp'), gif: one('gif'), jpg: one('jpg') }, ...file },
  }
}

export const gifErrors = {
  giphyKey: { status: 401, json: { data: [], meta: { status: 401, msg: 'No API key found in request.' } } },
  giphyForbidden: { status: 403, json: { message: 'Forbidden' } },
  giphyMissing: { status: 404, json: { data: [], meta: { status: 404, msg: 'Not Found' } } },
  tooLong: { status: 414, json: { data: [], meta: { status: 414, msg: 'URI Too Long' } } },
  klipyKey: {
    status: 401,
    json: { result: false, errors: { message: ['The provided API key is invalid.'] } },
  },
  slowDown: (retryAfter?: string) => ({
    status: 429,
    json: { data: [], meta: { status: 429, msg: 'API rate limit exceeded' } },
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  }),
  gateway: { status: 502, text: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  page: { text: '<!doctype html><title>Maintenance</title>' },
} satisfies Record<string, Reply | ((...given: never[]) => Reply)>
