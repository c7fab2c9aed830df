import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { AssistantModel } from './adapters/assistant-model/assistant-model.ts'
import { createAssistantModel } from './adapters/assistant-model/create-assistant-model.ts'
import { createLimits, type Limits } from './adapters/rate-limit/limits.ts'
import { createFollowFilms } from './adapters/film-source/canonical-film-source.ts'
import { createFilmSource, type BuiltInFilms } from './adapters/film-source/create-film-source.ts'
import type { FilmSource } from './adapters/film-source/film-source.ts'
import { createGifs } from './adapters/gifs/create-gifs.ts'
import type { GifProvider } from './adapters/gifs/gif-provider.ts'
import { createLetterboxdSource, type LetterboxdSource } from './adapters/letterboxd/letterboxd-feeds.ts'
import { createLanguage, type Language } from './adapters/language/language.ts'
import { createGoogleIdentity } from './adapters/identity/google-identity.ts'
import { createNoIdentity, type IdentityProvider } from './adapters/identity/identity.ts'
import {
  createDevMailbox,
  createNoMailer,
  createTerminalMailer,
  type Mailer,
} from './adapters/mail/mailer.ts'
import { watchMail } from './adapters/mail/mail-state.ts'
import { createSmtpMailer } from './adapters/mail/smtp-mailer.ts'
import { createPictures } from './adapters/pictures/create-pictures.ts'
import type { Pictures } from './adapters/pictures/pictures.ts'
import { createPushSender, type PushSender } from './adapters/push/push-sender.ts'
import { createUpstream, type Upstream } from './adapters/upstream.ts'
import { createRealtime, type RealtimeServer } from './adapters/realtime/realtime.ts'
import { createWebhookSender, type WebhookSender } from './adapters/webhooks/webhook-sender.ts'
import { createSecretBox, type SecretBox } from './adapters/secret-box/secret-box.ts'
import { createStorage } from './adapters/storage/create-storage.ts'
import type { Storage } from './adapters/storage/storage.ts'
import { letterboxd, ownUrl, type Config } from './config.ts'
import { createJobs, type Jobs } from './core/jobs.ts'
import { createMetrics, type Metrics } from './core/metrics.ts'
import { createReplicaReads, type ReplicaReads } from './core/replica-reads.ts'
import type { FollowFilms } from './core/film-numbers.ts'
import type { Mount } from './core/http.ts'
import type { Logger } from './core/logger.ts'
import { createEvents, createTransact, type Events, type Transactions, type Unit } from './core/transact.ts'
import { createChanges, type Changes } from './db/changes.ts'
import type { Database, Db } from './db/database.ts'
import type { Replica } from './db/replica.ts'
import type { DomainEvents, JobPayloads } from './events.ts'

export type Tx = Unit<DomainEvents, JobPayloads>

/** Everything a domain may use. Made once at start; tests override single parts. */
export interface Context extends Transactions<DomainEvents, JobPayloads> {
  config: Config
  logger: Logger
  db: Db
  /** For short reads that many requests make at once, each one statement. */
  shortReads: Db
  /** For searches: bounded reads that take longer. */
  searches: Db
  /** For the queue of jobs and figures of connections; statements go through `db`. */
  pool: pg.Pool
  changes: Changes
  replica: Replica | null
  reads: ReplicaReads
  events: Events<DomainEvents, Tx>
  jobs: Jobs<JobPayloads>
  storage: Storage
  mailer: Mailer
  identity: IdentityProvider
  secrets: SecretBox
  webhooks: WebhookSender
  push: PushSender
  /** Null unless the operator turned on following Letterboxd feeds. */
  letterboxd: LetterboxdSource | null
  filmSource: FilmSource
  followFilms: FollowFilms
  peopleNotes: BuiltInFilms['peopleNotes']
  pictures: Pictures
  gifs: GifProvider
  language: Language
  /** Null when SceneBot uses only its built-in answers. */
  assistantModel: AssistantModel | null
  realtime: RealtimeServer
  limits: Limits
  metrics: Metrics
  /** How calls to outside services went lately, as this process saw it. */
  upstreams: Readonly<Record<'filmSource' | 'gifs' | 'model', Upstream>>
  now(): Date
}

/** What a domain adds to the app: the one export of its `index.ts`. */
export interface Domain {
  /** Mounts endpoints of the contract; `app` is for addresses that are no part of it. */
  routes?(mount: Mount, ctx: Context, app: FastifyInstance): void
  /** Subscribes to what lower domains emit. */
  events?(ctx: Context): void
  jobs?(ctx: Context): void
}

/** The one place where parts are chosen (see the table of ports in ARCHITECTURE.md). */
export async function createContext(
  config: Config,
  logger: Logger,
  database: Database,
  { catalogue, ...overrides }: Partial<Context> & { catalogue: BuiltInFilms },
): Promise<Context> {
  const { db, shortReads, searches, transactions, pool, replica } = database
  const events = createEvents<DomainEvents, Tx>()
  const now = overrides.now ?? (() => new Date())
  const report = (error: unknown) => logger.error({ err: error }, 'work after a commit failed')
  const changes = createChanges(pool, (reason) =>
    logger.warn({ reason }, 'changes are not heard: rows that would be kept are read each time'),
  )
  const followFilms = createFollowFilms(db, changes)
  const metrics = createMetrics()
  if (config.metricsToken) database.times.hear = (name, seconds) => metrics.queries.observe({ name }, seconds)
  const upstreams = {
    filmSource: createUpstream((outcome) => metrics.filmSource.inc({ outcome })),
    gifs: createUpstream(),
    model: createUpstream(),
  }
  return {
    config,
    logger,
    db,
    shortReads,
    searches,
    pool,
    changes,
    replica,
    reads: await createReplicaReads(replica, config.redisUrl),
    events,
    ...createTransact(transactions, events, report),
    jobs: createJobs<JobPayloads>(pool, logger, (task, outcome) => metrics.jobs.inc({ task, outcome })),
    storage: createStorage(config),
    mailer: createMailer(config, { db, logger, metrics, now }),
    identity: config.google ? createGoogleIdentity(config.google, logger, now) : createNoIdentity(),
    secrets: createSecretBox(config),
    webhooks: createWebhookSender(config.webhookHosts),
    push: createPushSender(config.pushHosts, (outcome) => metrics.push.inc({ outcome })),
    letterboxd: createFollowedFeeds(config),
    filmSource: createFilmSource({
      config,
      db,
      followFilms,
      logger,
      catalogue,
      upstream: upstreams.filmSource,
    }),
    followFilms,
    peopleNotes: catalogue.peopleNotes,
    pictures: createPictures(config, logger, catalogue, { ownTitle: ownTitles(db) }),
    gifs: createGifs(config, logger, upstreams.gifs),
    language: createLanguage(),
    assistantModel: createAssistantModel(config, logger, upstreams.model),
    realtime: announceLate(replica, await createRealtime(config.redisUrl, logger, config.rateLimit)),
    limits: await createLimits(config),
    metrics,
    upstreams,
    now,
    ...overrides,
  }
}

function createFollowedFeeds(config: Config): LetterboxdSource | null {
  const { letterboxdBaseUrl } = config
  return letterboxdBaseUrl === null
    ? null
    : createLetterboxdSource({
        baseUrl: letterboxdBaseUrl,
        isInside: letterboxdBaseUrl !== letterboxd,
        agent: `Scene (${ownUrl(config)})`,
      })
}

/**
 * A client that hears of a change reads it at once, perhaps from the replica: the event waits until the replica has
 * it.
 */
function announceLate(replica: Replica | null, realtime: RealtimeServer): RealtimeServer {
  if (!replica) return realtime
  return {
    ...realtime,
    toMembers: (...event) => void replica.caughtUp().then(() => realtime.toMembers(...event)),
  }
}

function createMailer(
  { mail }: Config,
  { db, logger, metrics, now }: Pick<Context, 'db' | 'logger' | 'metrics' | 'now'>,
): Mailer {
  if (mail.smtpUrl)
    return watchMail(createSmtpMailer(mail.smtpUrl, mail.from), {
      db,
      now,
      count: (outcome) => metrics.mail.inc({ outcome }),
      report: (error) => logger.warn({ err: error }, 'how a mail went could not be written down'),
    })
  if (mail.delivery === 'mailbox') return createDevMailbox(db, logger)
  return mail.delivery === 'terminal' ? createTerminalMailer() : createNoMailer(logger)
}

/**
 * Looks up a film's title in another language, for drawn posters; null when Scene has not asked the film source for
 * it.
 */
function ownTitles(db: Db) {
  return async (filmId: number, language: string): Promise<string | null> => {
    const text = await db
      .selectFrom('film_texts')
      .select('title')
      .where('film_id', '=', filmId)
      .where('language', '=', language)
      .executeTakeFirst()
    return text?.title || null
  }
}

/** How long a shutdown waits for the actions after commits; later jobs finish the rest, such as removing files. */
const maxWaitMs = 5000

export async function closeContext(ctx: Context): Promise<void> {
  await ctx.jobs.stop()
  await ctx.changes.close()
  await Promise.race([ctx.settled(), sleep(maxWaitMs, undefined, { ref: false })])
  await ctx.realtime.close()
  await ctx.limits.close()
  await ctx.reads.close()
}
