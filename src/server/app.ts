import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { isSocketRequest } from './adapters/realtime/transport.ts'
import type { Context } from './context.ts'
import { uncountedBytes } from './core/body-budget.ts'
import { parseBodies } from './core/body-parsers.ts'
import { answerClientError, headersTimeoutMs, requestTimeoutMs } from './core/connections.ts'
import { answerError, handleErrors } from './core/error-handler.ts'
import { createMount } from './core/http.ts'
import { logRequests } from './core/request-log.ts'
import { securityHeaders } from './core/security-headers.ts'
import { healthRoutes } from './health.routes.ts'
import { accountsJobs } from './domains/accounts/accounts.jobs.ts'
import { accountsRoutes } from './domains/accounts/accounts.routes.ts'
import { authenticate, listLiveSessions } from './domains/accounts/sessions.service.ts'
import { sessionsEvents } from './domains/accounts/sessions.events.ts'
import { devMailRoutes } from './domains/accounts/dev-mail.routes.ts'
import { assistantJobs } from './domains/assistant/assistant.jobs.ts'
import { assistantRoutes } from './domains/assistant/assistant.routes.ts'
import { filmsJobs } from './domains/films/films.jobs.ts'
import { filmsRoutes } from './domains/films/films.routes.ts'
import { gifsJobs } from './domains/gifs/gifs.jobs.ts'
import { gifsRoutes } from './domains/gifs/gifs.routes.ts'
import { filmPageRoutes } from './domains/film-page/film-page.routes.ts'
import { picturesRoutes } from './domains/films/pictures.routes.ts'
import { listDeletionEvents } from './domains/lists/deletion.events.ts'
import { logDeletionEvents } from './domains/logs/deletion.events.ts'
import { feedEvents } from './domains/logs/feed.events.ts'
import { listsRoutes } from './domains/lists/lists.routes.ts'
import { logsRoutes } from './domains/logs/logs.routes.ts'
import { mediaJobs } from './domains/media/media.jobs.ts'
import { mediaRoutes } from './domains/media/media.routes.ts'
import { membersRoutes } from './domains/members/members.routes.ts'
import { notificationsEvents } from './domains/notifications/notifications.events.ts'
import { notificationsRoutes } from './domains/notifications/notifications.routes.ts'
import { replyDeletionEvents } from './domains/replies/deletion.events.ts'
import { repliesRoutes } from './domains/replies/replies.routes.ts'
import { previewsRoutes } from './domains/previews/previews.routes.ts'
import { pageHead } from './domains/previews/previews.service.ts'
import { postersRoutes } from './domains/posters/posters.routes.ts'
import { sharingRoutes } from './domains/sharing/sharing.routes.ts'
import { shelvesRoutes } from './domains/shelves/shelves.routes.ts'
import { importDeletionEvents } from './domains/transfer/deletion.events.ts'
import { exportRoutes } from './domains/transfer/export/export.routes.ts'
import { importsJobs } from './domains/transfer/imports.jobs.ts'
import { importsRoutes } from './domains/transfer/imports.routes.ts'
import { apiDocumentRoutes } from './api-document.ts'
import { readWebFiles, webRoutes } from './web-files.ts'

/**
 * Plugins in order, every domain's routes, then the built web files. Listening is the caller's.
 * `onRoute` hears of every route; the contract test compares them with the registry. `webFolder` holds the built web
 * files, the usual one when left out.
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
    // Of what is no call of the contract; each of those has its own.
    bodyLimit: uncountedBytes,
    requestTimeout: requestTimeoutMs,
    // Everything else that asks to be upgraded is answered as if it had not.
    http: { headersTimeout: headersTimeoutMs, shouldUpgradeCallback: isSocketRequest },
    clientErrorHandler: answerClientError,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  if (onRoute)
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) onRoute({ method: one, url })
    })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  const web = await readWebFiles(webFolder)
  await securityHeaders(app, {
    inlineScripts: web.inlineScripts,
    https: config.publicUrl?.startsWith('https:') ?? false,
    googleSignIn: config.google !== null,
  })
  handleErrors(app)
  logRequests(app)
  parseBodies(app)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(multipart, {
    limits: { files: 4, fields: 30, parts: 40 },
  })

  healthRoutes(app, ctx)
  const mount = createMount(app, {
    authenticate: (token) => authenticate(ctx, token),
    requireVerifiedEmail: config.requireVerifiedEmail,
    countCall: (limit, key) => ctx.limits.use(limit, key),
  })
  accountsRoutes(mount, ctx)
  mediaRoutes(mount, app, ctx)
  membersRoutes(mount, ctx)
  filmsRoutes(mount, ctx)
  filmPageRoutes(mount, ctx)
  picturesRoutes(app, ctx)
  gifsRoutes(mount, app, ctx)
  logsRoutes(mount, ctx)
  repliesRoutes(mount, ctx)
  shelvesRoutes(mount, ctx)
  postersRoutes(mount, ctx)
  listsRoutes(mount, ctx)
  sharingRoutes(mount, ctx)
  importsRoutes(mount, ctx)
  exportRoutes(mount, ctx)
  assistantRoutes(mount, ctx)
  previewsRoutes(app, ctx)
  notificationsRoutes(mount, ctx)
  if (config.mail.delivery === 'mailbox') devMailRoutes(app, ctx)
  apiDocumentRoutes(app)

  sessionsEvents(ctx)
  importDeletionEvents(ctx)
  logDeletionEvents(ctx)
  replyDeletionEvents(ctx)
  listDeletionEvents(ctx)
  feedEvents(ctx)
  notificationsEvents(ctx)
  accountsJobs(ctx)
  mediaJobs(ctx)
  filmsJobs(ctx)
  gifsJobs(ctx)
  importsJobs(ctx)
  assistantJobs(ctx)

  await webRoutes(app, web, (request, path) => pageHead(ctx, request, path))
  // The server ends with its last connection, and a socket would stay as long as its member.
  app.addHook('preClose', async () => ctx.realtime.disconnect())
  ctx.realtime.attach(app, {
    authenticate: async (token) => {
      const viewer = await authenticate(ctx, token)
      return config.requireVerifiedEmail && !viewer?.emailVerified ? null : viewer
    },
    findLive: (sessionIds) => listLiveSessions(ctx, sessionIds),
    now: () => ctx.now(),
  })
  return app
}
