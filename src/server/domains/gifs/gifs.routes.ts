import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import * as api from '#shared/api/gifs.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { keptForGood } from '#server/core/http/cache-control.ts'
import type { Mount } from '#server/core/http.ts'
import * as gifs from './gifs.service.ts'

const place = z.object({ provider: z.string(), file: z.string() })

/** Also the files of GIFs, which are for everybody and no part of the API. */
export function gifsRoutes(mount: Mount, ctx: Context, app: FastifyInstance) {
  mount(api.listTrendingGifs, ({ query }, call) => gifs.listTrendingGifs(ctx, call.viewer, query))
  mount(api.searchGifs, ({ query }, call) => gifs.searchGifs(ctx, call.viewer, query))
  mount(api.listRecentGifs, (_, call) => gifs.listRecentGifs(ctx, call.viewer))

  app.get('/gifs/:provider/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { provider, file } = place.parse(request.params)
    const found = await gifs.gifFile(ctx, provider, file)
    if (!found) throw fail('picture.not_found')
    return reply
      .header('cache-control', keptForGood)
      .header('x-content-type-options', 'nosniff')
      .type(found.contentType)
      .send(found.bytes)
  })
}
