import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import * as api from '#shared/api/guest-pages.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Context, Domain } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { keptFor } from '#server/core/kept-for.ts'
import { limitAddress } from '#server/core/http/caller.ts'
import { originOf } from '#server/domains/previews/previews.service.ts'
import { memberPathOf } from './guest-pages.service.ts'
import { listMaps, mapIndex, robotsText, siteMap, siteMaps } from './site-map.ts'

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

const asked = z.object({ kind: z.enum(siteMaps), after: z.string().max(40).default('') })

/** How long it is believed which maps there are. */
const mapsKeptMs = minuteMs

/** robots.txt and site maps. They need absolute addresses, so without an origin there are none. */
function robotRoutes(ctx: Context, app: FastifyInstance) {
  const origin = async (request: FastifyRequest) => {
    await ctx.limits.use('guest.read', limitAddress(request.ip))
    return originOf(ctx.config.publicUrl, request)
  }
  const maps = keptFor(() => listMaps(ctx), mapsKeptMs)
  // Who takes themselves out is out at once: caches of others go by names such as `.xml` where nothing is said.
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text)
  app.get('/robots.txt', async (request, reply) =>
    send(reply, 'text/plain', robotsText(ctx.config.searchEngines ? await origin(request) : null)),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const at = ctx.config.searchEngines ? await origin(request) : null
    if (at === null) return reply.callNotFound()
    return send(reply, 'application/xml', mapIndex(at, await maps()))
  })
  app.get('/sitemap/:kind.xml', async (request, reply) => {
    const { data } = asked.safeParse({ ...(request.query as object), ...(request.params as object) })
    const at = ctx.config.searchEngines && data ? await origin(request) : null
    if (at === null || !data) return reply.callNotFound()
    return send(reply, 'application/xml', await siteMap(ctx, at, data.kind, data.after))
  })
}
