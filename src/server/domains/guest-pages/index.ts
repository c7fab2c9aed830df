import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import * as api from '#shared/api/guest-pages.ts'
import type { Context, Domain } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { limitAddress } from '#server/core/http/caller.ts'
import { originOf } from '#server/domains/previews/previews.service.ts'
import { memberPathOf } from './guest-pages.service.ts'
import { mapIndex, robotsText, siteMap, siteMaps } from './site-map.ts'

export const guestPages: Domain = {
  routes(mount, ctx, app) {
    mount(api.resolveGuestPath, async ({ query }, { viewer }) => {
      const path = await memberPathOf(ctx, viewer, query.path)
      if (path === null) throw fail('request.not_found')
      return { path }
    })
    robotRoutes(ctx, app)
  },
}

const place = z.object({ kind: z.enum(siteMaps) })
const from = z.object({ after: z.string().max(40).default('') })

/** robots.txt and site maps. They need absolute addresses, so without an origin there are none. */
function robotRoutes(ctx: Context, app: FastifyInstance) {
  const origin = async (request: FastifyRequest) => {
    await ctx.limits.use('guest.read', limitAddress(request.ip))
    return originOf(ctx.config.publicUrl, request)
  }
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(robotsText(ctx.config.searchEngines ? await origin(request) : null)),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const at = ctx.config.searchEngines ? await origin(request) : null
    if (at === null) return reply.callNotFound()
    return reply.type('application/xml; charset=utf-8').send(await mapIndex(ctx, at))
  })
  app.get('/sitemap/:kind.xml', async (request, reply) => {
    const { data } = place.safeParse(request.params)
    const at = ctx.config.searchEngines && data ? await origin(request) : null
    if (at === null || !data) return reply.callNotFound()
    const { after } = from.parse(request.query)
    return reply.type('application/xml; charset=utf-8').send(await siteMap(ctx, at, data.kind, after))
  })
}
