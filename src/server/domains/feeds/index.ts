import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import * as api from '#shared/api/feeds.ts'
import { paths } from '#shared/paths.ts'
import type { Context, Domain } from '#server/context.ts'
import { limitAddress } from '#server/core/http/caller.ts'
import { isKnownTag } from '#server/core/http/etag.ts'
import { fail } from '#server/core/errors.ts'
import { readListFeed, readMemberFeed, type PublicFormat } from './public-feeds.service.ts'
import { createFeed, listFeeds, readFeed, revokeFeed, type FeedAnswer } from './feeds.service.ts'

const place = z.object({ secret: z.string(), file: z.string() })
const log = z.object({ logId: z.uuid() })
const named = z.object({ username: z.string() })
const ofListPlace = z.object({ listId: z.uuid() })

export const feeds: Domain = {
  routes(mount, ctx, app) {
    mount(api.listFeeds, (_, { viewer }) => listFeeds(ctx, viewer))
    mount(api.createFeed, ({ body }, { viewer }) => createFeed(ctx, viewer, body))
    mount(api.revokeFeed, ({ params }, { viewer }) => revokeFeed(ctx, viewer, params.feedId))
    secretRoutes(ctx, app)
    publicRoutes(ctx, app)
  },
}

/** Secret addresses, for programs: the secret in the address is all that they need. */
function secretRoutes(ctx: Context, app: FastifyInstance) {
  app.get('/api/feeds/:secret/:file', async (request, reply) => {
    await ctx.limits.use('guest.read', limitAddress(request.ip))
    const { secret, file } = place.parse(request.params)
    return answer(request, reply, await readFeed(ctx, secret, file))
  })

  // The links in feeds, whose form readers of the feeds expect.
  app.get('/:username/film/:slug/:logId', async (request, reply) => {
    const { data } = log.safeParse(request.params)
    return data ? reply.redirect(paths.log(data.logId)) : reply.callNotFound()
  })
}

/** Of what is public on the web, where programs look for it. */
function publicRoutes(ctx: Context, app: FastifyInstance) {
  const publish = (path: string, read: (params: unknown, path: string) => Promise<FeedAnswer>) =>
    app.get(path, async (request, reply) => {
      await ctx.limits.use('guest.read', limitAddress(request.ip))
      // Only the tag counts: an older item may have been edited since the date that the reader knows.
      const { 'if-modified-since': _, ...headers } = request.headers
      return answer({ headers }, reply, await read(request.params, request.url.split('?')[0] ?? ''))
    })
  const ofMember = (format: PublicFormat) => (params: unknown, path: string) =>
    readMemberFeed(ctx, named.parse(params).username, format, path)
  const ofList = (format: PublicFormat) => (params: unknown, path: string) => {
    const { data } = ofListPlace.safeParse(params)
    if (!data) throw fail('list.not_found')
    return readListFeed(ctx, data.listId, format, path)
  }
  publish('/@:username/rss', ofMember('rss'))
  publish('/:username/rss', ofMember('rss'))
  publish('/@:username/feed.json', ofMember('json'))
  publish('/list/:listId/rss', ofList('rss'))
  publish('/list/:listId/feed.json', ofList('json'))

  app.get('/:username/list/:slug/:listId', async (request, reply) => {
    const { data } = ofListPlace.safeParse(request.params)
    return data ? reply.redirect(paths.list(data.listId)) : reply.callNotFound()
  })
}

/** Adds the validators for conditional requests. As in RFC 9110, a tag that is sent decides alone. */
function answer(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { type, body, etag, changedAt }: FeedAnswer,
) {
  const since = Date.parse(headers['if-modified-since'] ?? '')
  const tags = headers['if-none-match']
  const isKnown =
    tags === undefined ? Math.floor(changedAt.getTime() / 1000) * 1000 <= since : isKnownTag(tags, etag)
  reply.headers({
    'cache-control': 'private, no-cache',
    etag,
    'last-modified': changedAt.toUTCString(),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  return isKnown ? reply.code(304).send() : reply.type(type).send(body)
}
