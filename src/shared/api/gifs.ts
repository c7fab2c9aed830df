import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { numeric, text } from './fields.ts'

/** A GIF ready to show: addresses on our own origin, sizes in pixels. */
const gifItem = z.object({
  id: z.string(),
  /** What a log or reply carries in `gif`. */
  url: z.string(),
  /** Its first frame, standing still. */
  still: z.string(),
  width: z.number(),
  height: z.number(),
  title: z.string(),
})
export type GifItem = z.output<typeof gifItem>

export const gifProviders = ['scene', 'giphy', 'klipy'] as const

/** `provider` names the badge to show; `nextPage` is null at the end. */
const gifPage = z.object({
  results: z.array(gifItem),
  provider: z.enum(gifProviders),
  nextPage: z.nullable(z.number()),
})
export type GifPage = z.output<typeof gifPage>

/** Pages of 20, from 1. */
const pageNumber = z.optional(numeric(z.int().check(z.minimum(1), z.maximum(200))))

export const listTrendingGifs = endpoint({
  method: 'GET',
  path: '/api/gifs/trending',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'films:read',
  errors: ['gif.source_down'],
  summary: 'GIFs that are in fashion (20 a page)',
  query: z.object({ page: pageNumber }),
  answer: gifPage,
})

export const searchGifs = endpoint({
  method: 'GET',
  path: '/api/gifs/search',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'films:read',
  errors: ['gif.source_down'],
  summary: 'GIFs by words or mood, in English, Arabic or French (20 a page)',
  query: z.object({ q: text(50), page: pageNumber }),
  answer: gifPage,
})

export const listRecentGifs = endpoint({
  method: 'GET',
  path: '/api/gifs/recent',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: [],
  summary: 'The GIFs that one used last, newest first (20)',
  answer: gifPage,
})
