import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { eventScopes, socketEvents } from '#shared/realtime.ts'
import { isSocketRequest } from './adapters/realtime/transport.ts'
import type { Context } from './context.ts'
import { parseBodies, uncountedBytes } from './core/http/bodies.ts'
import {
  answerClientError,
  followAnswers,
  headersTimeoutMs,
  requestTimeoutMs,
} from './core/http/connections.ts'
import { answerError, handleErrors } from './core/http/error-handler.ts'
import { createMount, type Authenticate } from './core/http.ts'
import { logRequests } from './core/logger.ts'
import { isPersonalToken } from './core/personal-token.ts'
import { securityHeaders } from './core/http/security-headers.ts'
import { connectDomains, domains } from './domain-list.ts'
import { healthRoutes } from './health.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { createAuthenticate, listLiveSessions } from './domains/accounts/sessions.service.ts'
import { createTokenAuthenticate, listLiveTokens } from './domains/accounts/tokens.service.ts'
import { createGuestPages } from './domains/guest-pages/guest-pages.service.ts'
import { pageHead } from './domains/previews/previews.service.ts'
import { apiDocumentRoutes } from './api-document.ts'
import { readWebFiles, routedUrl, webRoutes } from './web-files.ts'

const compression = {
  threshold: 1024,
  // Bodies up to this many bytes are compressed in one piece: compressing through a stream makes a request take twice
  // as long.
  syncThreshold: 131_072,
  encodings: ['zstd', 'br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  zlibOptions: { level: 3 },
} satisfies FastifyCompressOptions

/**
 * Creates the app: plugins in order, every domain's routes, then the built web files. The caller makes it listen.
 * @param onRoute is called for every route; the contract test compares them with the registry
 * @param webFolder holds the built web files; `dist/web` when left out
 */
export async function createApp(
  ctx: Context,
  onRoute?: (route: { method: string; url: string }) => void,
  webFolder?: string,
): Promise<FastifyInstance> {
  const { config } = ctx
  const logger: FastifyBaseLogger = ctx.logger
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy ?? false,
    // For routes outside the contract; each endpoint of the contract sets its own limit.
    bodyLimit: uncountedBytes,
    requestTimeout: requestTimeoutMs,
    // `followAnswers` refuses what is asked at the end.
    return503OnClosing: false,
    // Any other upgrade request is answered as an ordinary request.
    http: { headersTimeout: headersTimeoutMs, shouldUpgradeCallback: isSocketRequest },
    clientErrorHandler: answerClientError,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: routedUrl,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  if (onRoute)
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) onRoute({ method: one, url })
    })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  const web = await readWebFiles(webFolder)
  securityHeaders(app, {
    inline: web.inline,
    https: config.publicUrl?.startsWith('https:') ?? false,
    googleSignIn: config.google !== null,
  })
  const lastAnswers = followAnswers(app)
  handleErrors(app)
  logRequests(app)
  parseBodies(app)
  await app.register(compress, compression)
  await app.register(multipart, {
    limits: { files: 4, fields: 30, parts: 40 },
  })

  healthRoutes(app, ctx)
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    ctx.metrics.answers.observe(labels, reply.elapsedTime / 1000)
  })
  if (config.metricsToken) metricsRoutes(app, ctx, config.metricsToken)
  const [bySession, byToken] = [createAuthenticate(ctx), createTokenAuthenticate(ctx)]
  const authenticate: Authenticate = (token) => (isPersonalToken(token) ? byToken(token) : bySession(token))
  const mount = createMount(app, {
    authenticate,
    requireVerifiedEmail: config.requireVerifiedEmail,
    countCall: (limit, key) => ctx.limits.use(limit, key),
    followFilms: ctx.followFilms,
    reads: ctx.reads,
  })
  for (const domain of domains) domain.routes?.(mount, ctx, app)
  connectDomains(ctx)
  apiDocumentRoutes(app)

  await webRoutes(app, web, {
    headOf: (request, path) => pageHead(ctx, request, path),
    guestPages: web.guestPage && createGuestPages(ctx, web.guestPage),
    serviceWorker: config.serviceWorker,
  })
  // The server closes only when its last connection does, and a socket stays open as long as its member's browser
  // tab.
  app.addHook('preClose', async () => {
    ctx.realtime.disconnect()
    await lastAnswers()
  })
  attachSockets(app, ctx, authenticate)
  return app
}

function attachSockets(app: FastifyInstance, ctx: Context, authenticate: Authenticate) {
  ctx.realtime.attach(app, {
    authenticate: async (token) => {
      const viewer = await authenticate(token)
      if (!viewer || (ctx.config.requireVerifiedEmail && !viewer.emailVerified)) return null
      const events = socketEvents.filter((event) => viewer.scopes?.includes(eventScopes[event]) ?? true)
      return events.length > 0 ? { ...viewer, events } : null
    },
    async findLive(ids) {
      const [sessions, tokens] = await Promise.all([listLiveSessions(ctx, ids), listLiveTokens(ctx, ids)])
      return new Map([...sessions, ...tokens])
    },
    now: () => ctx.now(),
  })
  // A command of the operator ends sessions from another process, so this one looks at its sockets again.
  ctx.changes.on(
    'member',
    (memberId) => void ctx.realtime.recheck(memberId),
    () => void ctx.realtime.recheck(null),
  )
}
