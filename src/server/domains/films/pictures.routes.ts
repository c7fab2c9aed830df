import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Picture } from '#server/adapters/pictures/pictures.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'

/** A year: a picture never changes under its name. */
const kept = 'public, max-age=31536000, immutable'

const picture = z.object({ size: z.string(), file: z.string() })
const art = z.object({ file: z.string() })

/** Pictures of films and people, and drawn art, for everybody. No part of the API: the answers are files. */
export function picturesRoutes(app: FastifyInstance, ctx: Context) {
  app.get('/t/p/:size/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { size, file } = picture.parse(request.params)
    return answer(reply, await ctx.pictures.get(size, file))
  })
  app.get('/art/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await ctx.limits.use('art.guest', request.ip)
    return answer(reply, await ctx.pictures.art(art.parse(request.params).file))
  })
}

function answer(reply: FastifyReply, found: Picture | null) {
  if (!found) throw fail('picture.not_found')
  return reply
    .header('cache-control', kept)
    .header('x-content-type-options', 'nosniff')
    .type(found.contentType)
    .send(found.bytes)
}
