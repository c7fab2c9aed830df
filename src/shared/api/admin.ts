import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'

const read = { method: 'GET', access: 'operator', limit: 'member.read', own: 'none', errors: [] } as const
const act = { method: 'POST', access: 'operator', limit: 'member.write', own: 'none' } as const

/** What Scene needs, in the order in which it is told of. */
export const healthAreas = [
  'data-folder',
  'database',
  'clock',
  'tables',
  'jobs',
  'backups',
  'storage',
  'mail',
  'film-source',
  'gifs',
  'model',
  'redis',
  'replica',
  'network',
] as const
export type HealthArea = (typeof healthAreas)[number]

/** The worst first. With a fault Scene does not work, or loses something; what is unreadable may be well or not. */
export const healthStates = ['fault', 'unreadable', 'warning', 'ok'] as const
export type HealthState = (typeof healthStates)[number]

/** All that can be found, and how bad it is. Texts are the client's and those of `scene doctor`, by these names. */
export const healthCodes = {
  'data-folder.new': 'ok',
  'data-folder.refused': 'fault',
  'data-folder.room': 'ok',
  'data-folder.little': 'warning',
  'data-folder.full': 'fault',
  'database.new': 'ok',
  'database.works': 'ok',
  'database.old': 'fault',
  'database.away': 'fault',
  'database.built-in-away': 'fault',
  'clock.right': 'ok',
  'clock.apart': 'warning',
  'tables.right': 'ok',
  'tables.behind': 'warning',
  'tables.newer': 'fault',
  'jobs.run': 'ok',
  'jobs.late': 'warning',
  'jobs.failed': 'warning',
  'backups.off': 'warning',
  'backups.first': 'ok',
  'backups.made': 'ok',
  'backups.old': 'warning',
  'backups.failed': 'warning',
  'storage.works': 'ok',
  'storage.refused': 'fault',
  'mail.none': 'warning',
  'mail.terminal': 'ok',
  'mail.mailbox': 'ok',
  'mail.works': 'ok',
  'mail.failing': 'warning',
  'mail.refused': 'fault',
  'film-source.built-in': 'ok',
  'film-source.answers': 'ok',
  'film-source.key-refused': 'fault',
  'film-source.away': 'fault',
  'gifs.built-in': 'ok',
  'gifs.answers': 'ok',
  'gifs.key-refused': 'warning',
  'gifs.away': 'warning',
  'model.none': 'ok',
  'model.answers': 'ok',
  'model.refused': 'warning',
  'model.away': 'warning',
  'redis.unused': 'ok',
  'redis.answers': 'ok',
  'redis.away': 'fault',
  'replica.unused': 'ok',
  'replica.read': 'ok',
  'replica.left': 'warning',
  'network.fits': 'ok',
  'network.no-address': 'warning',
  'network.not-encrypted': 'warning',
  'network.no-proxy': 'warning',
  'network.not-production': 'warning',
  'network.demo': 'warning',
} as const satisfies Record<`${HealthArea}.${string}`, HealthState>
export type HealthCode = keyof typeof healthCodes

/** A code, or that a look did not come to an end. */
export const unreadable = 'unreadable'

const codes = [...(Object.keys(healthCodes) as HealthCode[]), unreadable] as const

/** The first operator's steps; each is done once its looks find it so. */
export const firstSteps = [
  'address',
  'mail',
  'film-source',
  'backups',
  'registration',
  'demo',
  'storage',
  'room',
] as const

export const getHealth = endpoint({
  ...read,
  path: '/api/admin/health',
  summary: 'How all stands that Scene needs, the worst first, and what the first operator has done',
  answer: z.object({
    at: z.string(),
    findings: z.array(
      z.object({
        about: z.enum(healthAreas),
        state: z.enum(healthStates),
        code: z.enum(codes),
        /** What its text names. `at` is a moment. */
        facts: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
    /** Null where it could not be read. */
    steps: z.array(z.object({ step: z.enum(firstSteps), done: z.nullable(z.boolean()) })),
  }),
})
export type Health = AnswerOf<typeof getHealth>
export type Finding = Health['findings'][number]

const jobId = z.string().check(z.regex(/^\d{1,18}$/))

export const listJobs = endpoint({
  ...read,
  path: '/api/admin/jobs',
  summary: 'The queue: how many wait, run and failed for good, and the first of them (50 without `limit`)',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    /** Those that failed for good only. */
    failed: z.optional(z.enum(['0', '1'])),
  }),
  answer: z.object({
    waiting: z.number(),
    failed: z.number(),
    jobs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** `spent`: tried as often as it may be. */
        state: z.enum(['waiting', 'running', 'spent']),
        tries: z.number(),
        /** Null for one that is not tried again. */
        nextRun: z.nullable(z.string()),
        /** Last words of the last attempt; null where none failed. */
        error: z.nullable(z.string()),
      }),
    ),
  }),
})
export type JobList = AnswerOf<typeof listJobs>

export const retryJobs = endpoint({
  ...act,
  path: '/api/admin/jobs/retry',
  errors: [],
  summary:
    'Let jobs run at once with all their attempts again; without ids all that failed for good (200 at most)',
  body: z.object({ ids: z.optional(z.array(jobId).check(z.minLength(1), z.maxLength(200))) }),
  answer: z.object({ retried: z.number() }),
})
