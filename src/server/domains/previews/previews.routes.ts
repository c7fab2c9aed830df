import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { locales } from '#shared/locale.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Mount } from '#server/core/http.ts'
import { embedded, pictureAt } from './previews.service.ts'

/** Cached only briefly, since what it shows may change or become private. */
const kept = 'public, max-age=300'
const keptInPart = 'public, max-age=60'

const place = z.object({ type: z.string(), file: z.string() })
const look = z.object({ lang: z.enum(locales).catch('en') })
const wanted = z.object({ url: z.string().max(2000), format: z.string().default('json') })

/** For those who show links to Scene; no part of the API (docs/decisions/013-link-previews.md). */
export function previewsRoutes(_mount: Mount, ctx: Context, app: FastifyInstance) {
  if (!ctx.config.linkPreviews) return

  app.get('/og/:type/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { type, file } = place.parse(request.params)
    const { lang: locale } = look.parse(request.query)
    const known = /^(?:W\/)?"([0-9a-f]+)"$/.exec(request.headers['if-none-match'] ?? '')?.[1] ?? null
    const found = await pictureAt(ctx, request.ip, { type, file, locale, known })
    if (!found) throw fail('picture.not_found')
    reply.headers({
      'cache-control': found.isWhole ? kept : keptInPart,
      // Other sites may embed it.
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      ...(found.isWhole && { etag: `"${found.version}"` }),
    })
    return found.bytes === null ? reply.code(304).send() : reply.type('image/jpeg').send(found.bytes)
  })

  app.get('/oembed', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const query = wanted.safeParse(request.query)
    if (!query.success) throw fail('request.not_found')
    if (query.data.format !== 'json')
      return reply.code(501).type('text/plain; charset=utf-8').send('Only format=json.\n')
    const found = await embedded(ctx, request, query.data.url)
    if (!found) throw fail('request.not_found')
    return reply.type('application/json; charset=utf-8').send(found)
  })
}
