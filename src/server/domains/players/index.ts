import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import * as api from '#shared/api/players.ts'
import type { Context, Domain } from '#server/context.ts'
import { limitAddress } from '#server/core/http/caller.ts'
import { Failure, fail } from '#server/core/errors.ts'
import { requirePlayerOf, scrobble, receiveCall, storePlay } from './calls.service.ts'
import { decodeBody, parseJson } from './payloads.ts'
import type { PlayerRow } from './players.queries.ts'
import * as service from './players.service.ts'

/** Largest message of a player, in bytes. A picture in the same form is skipped. */
const maxBodyBytes = 256 * 1024
/** Largest picture that is skipped; a longer body is cut off. */
const maxPictureBytes = 4 * 1024 * 1024

const place = z.object({ kind: z.enum(api.playerKinds), secret: z.string() })
const scrobblePlace = z.object({ action: z.enum(['start', 'pause', 'stop']) })

export const players: Domain = {
  routes(mount, ctx, app) {
    mount(api.listPlayers, (_, { viewer }) => service.listPlayers(ctx, viewer))
    mount(api.createPlayer, ({ body }, { viewer }) => service.createPlayer(ctx, viewer, body))
    mount(api.updatePlayer, ({ params, body }, { viewer }) =>
      service.updatePlayer(ctx, viewer, params.playerId, body),
    )
    mount(api.deletePlayer, ({ params }, { viewer }) => service.deletePlayer(ctx, viewer, params.playerId))
    mount(api.testPlayer, ({ params }, { viewer }) => service.testPlayer(ctx, viewer, params.playerId))
    mount(api.listPlays, (_, { viewer }) => service.listPlays(ctx, viewer))
    mount(api.logPlay, ({ params, body }, { viewer }) => service.logPlay(ctx, viewer, params.playId, body))
    mount(api.dismissPlay, ({ params }, { viewer }) => service.dismissPlay(ctx, viewer, params.playId))
    // In a scope of its own, since here a body may have any type and is read raw.
    void app.register(async (hooks) => hookRoutes(ctx, hooks))
  },
  jobs(ctx) {
    ctx.jobs.define('players.take', async (play) => void (await storePlay(ctx, play)))
  },
}

function hookRoutes(ctx: Context, app: FastifyInstance) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, next) => next(null, body))

  /** Finds the player before the body is read, so that the body of a guess is never held in memory. */
  const onRequest = async (request: FastifyRequest) => {
    await ctx.limits.use('guest.read', limitAddress(request.ip))
    const { data } = place.safeParse({ kind: 'trakt', ...(request.params as object) })
    if (!data) throw fail('request.not_found')
    const player = await requirePlayerOf(ctx, data.kind, data.secret)
    await ctx.limits.use('member.write', `player:${player.id}`)
    calling.set(request, player)
  }
  const options = { bodyLimit: maxBodyBytes, onRequest }

  app.post('/api/hooks/:kind/:secret', options, async (request, reply) => {
    await receiveCall(ctx, callerOf(request), await readBody(request))
    return reply.code(202).send({ ok: true })
  })

  app.post('/api/hooks/trakt/:secret/scrobble/:action', options, async (request, reply) => {
    const { data } = scrobblePlace.safeParse(request.params)
    if (!data) throw fail('request.not_found')
    const { status, answer } = await scrobble(ctx, callerOf(request), data.action, await readBody(request))
    return reply.code(status).send(answer)
  })
}

const calling = new WeakMap<FastifyRequest, PlayerRow>()

function callerOf(request: FastifyRequest): PlayerRow {
  const player = calling.get(request)
  if (!player) throw new Error('a call is of a player')
  return player
}

/** What a call holds as JSON; null for what cannot be read. */
async function readBody(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return Buffer.isBuffer(request.body) ? decodeBody(request.body) : null
  let found: unknown = null
  try {
    for await (const part of request.parts({
      limits: { fieldSize: maxBodyBytes, fileSize: maxPictureBytes, files: 2, parts: 20 },
    })) {
      if (part.type === 'file') part.file.resume()
      else if (part.valueTruncated) throw fail('request.too_large')
      else if (part.fieldname === 'payload' || part.fieldname === 'data')
        found = typeof part.value === 'string' ? parseJson(part.value) : part.value
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    return null
  }
  return found
}
