import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import * as browse from '#shared/api/browse.ts'
import * as api from '#shared/api/films.ts'
import { getPerson, getPersonCredits } from '#shared/api/people.ts'
import type { Picture } from '#server/adapters/pictures/pictures.ts'
import type { Context } from '#server/context.ts'
import { keptForGood } from '#server/core/http/cache-control.ts'
import { limitAddress } from '#server/core/http/caller.ts'
import { withoutDocumentHeaders } from '#server/core/http/security-headers.ts'
import { fail } from '#server/core/errors.ts'
import { paged, type Mount } from '#server/core/http.ts'
import { browseFilms, listFilmValues } from './browse.service.ts'
import { listStarters, listTrendingPage } from './trending.service.ts'
import * as people from './people.service.ts'
import { addressedPicture, picturesProxy } from './pictures.service.ts'
import { searchFilms, searchPeople } from './search.service.ts'

/** A day: a film that has no title in a language yet may get one. */
const keptForNow = 'public, max-age=86400'

const picture = z.object({ size: z.string(), file: z.string() })
const art = z.object({ file: z.string() })
const proxied = z.object({ url: z.string().max(1000) })

export function filmsRoutes(mount: Mount, ctx: Context, app: FastifyInstance) {
  mount(api.listTrending, ({ query }, call) => paged(call, listTrendingPage(ctx, call.viewer, query)))
  mount(api.listStarters, (_, { viewer }) => listStarters(ctx, viewer))
  mount(api.searchFilms, ({ query }, { viewer }) => searchFilms(ctx, viewer, query))
  mount(browse.browseFilms, ({ query }, { viewer }) => browseFilms(ctx, viewer, query))
  mount(browse.listFilmValues, ({ query }) => listFilmValues(ctx, query.region))
  mount(api.searchPeople, ({ query }, { viewer }) => searchPeople(ctx, viewer, query))
  mount(api.listSeenPeople, ({ query }, { viewer }) => people.listSeenPeople(ctx, viewer, query.role))
  mount(getPerson, ({ params }, { viewer }) => people.getPerson(ctx, viewer, params.id))
  mount(getPersonCredits, ({ params }, { viewer }) => people.getPersonCredits(ctx, viewer, params.id))
  picturesRoutes(app, ctx)
}

/** Pictures of films and people, and drawn art, for everybody. No part of the API: the answers are files. */
function picturesRoutes(app: FastifyInstance, ctx: Context) {
  app.get('/t/p/:size/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { size, file } = picture.parse(request.params)
    return answer(reply, await ctx.pictures.get(size, file, limitAddress(request.ip)))
  })
  // The address only names the picture: nothing is fetched from an address that a caller sends.
  app.get(picturesProxy, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const asker = limitAddress(request.ip)
    await ctx.limits.use('picture.guest', asker)
    const query = proxied.safeParse(request.query)
    if (!query.success)
      throw fail('request.invalid', { issues: [{ path: 'url', message: 'not an address' }] })
    const named = addressedPicture(ctx.config.filmSource, query.data.url)
    return answer(reply, named && (await ctx.pictures.get(named.size, named.file, asker)))
  })
  app.get('/art/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const asker = limitAddress(request.ip)
    await ctx.limits.use('art.guest', asker)
    return answer(reply, await ctx.pictures.art(art.parse(request.params).file, asker))
  })
}

function answer(reply: FastifyReply, found: Picture | null) {
  if (!found) throw fail('picture.not_found')
  return withoutDocumentHeaders(reply)
    .header('cache-control', found.isProvisional ? keptForNow : keptForGood)
    .header('x-content-type-options', 'nosniff')
    .type(found.contentType)
    .send(found.bytes)
}
