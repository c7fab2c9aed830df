import * as z from 'zod/mini'
import { healthAreas, healthCodes, healthStates, unreadable, type HealthCode } from '../health.ts'
import { assistantLanguages } from './assistant.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { day, done, id, line, numeric, page } from './fields.ts'
import { roles } from './members.ts'

const read = {
  method: 'GET',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
} as const
const act = {
  method: 'POST',
  access: 'operator',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
} as const

const codes = [...(Object.keys(healthCodes) as HealthCode[]), unreadable] as const

/** The first operator's steps; each is done once its looks find it so. */
export const firstSteps = [
  'address',
  'mail',
  'film-source',
  'backups',
  'registration',
  'passwords',
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
    limit: z.optional(numeric(z.int().check(z.minimum(1), z.maximum(200)))),
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

/** What is sampled a few times an hour and shown as it went for a day. */
export const figureNames = ['members', 'sign-ups', 'logs', 'answers', 'slowest', 'disk'] as const

const moment = z.nullable(z.string())

export const getFigures = endpoint({
  ...read,
  path: '/api/admin/figures',
  summary:
    'Figures of the last 24 hours, a quarter of an hour apart: of the community, and of all instances together',
  answer: z.array(
    z.object({
      /**
       * `sign-ups` and `logs` of 24 hours; `answers` a second, of all instances; `slowest` in seconds, longer than which one
       * answer of a hundred took at the slowest instance; `disk` in free bytes, where the least are.
       */
      figure: z.enum(figureNames),
      /** The newest; null where there is none yet. */
      value: z.nullable(z.number()),
      at: moment,
      points: z.array(z.object({ at: z.string(), value: z.number() })),
    }),
  ),
})
export type Figure = AnswerOf<typeof getFigures>[number]

export const listAccounts = endpoint({
  ...read,
  path: '/api/admin/members',
  summary:
    'Accounts, the newest first (50 without `limit`), by handle, name or whole e-mail address, role and state',
  query: z.extend(page, {
    q: z.optional(line(320)),
    role: z.optional(z.enum(roles)),
    state: z.optional(z.enum(['suspended', 'unverified'])),
  }),
  answer: z.array(
    z.object({
      _id: id,
      username: z.string(),
      name: z.nullable(z.string()),
      avatar: z.nullable(z.string()),
      email: z.string(),
      role: z.enum(roles),
      verified: z.boolean(),
      suspended: z.boolean(),
      joinedAt: z.string(),
      /** The day on which they were last here; null without a session. */
      seenOn: z.nullable(day),
    }),
  ),
})
export type AccountRow = AnswerOf<typeof listAccounts>[number]

const ofMember = { ...act, params: z.object({ memberId: id }) }

export const suspendAccount = endpoint({
  ...ofMember,
  path: '/api/admin/members/:memberId/suspend',
  errors: ['member.not_found', 'admin.yourself'],
  summary: 'Log a member out everywhere and keep them out; what they wrote stays',
  answer: done,
})

export const restoreAccount = endpoint({
  ...ofMember,
  path: '/api/admin/members/:memberId/restore',
  errors: ['member.not_found'],
  summary: 'Let a suspended member log in again',
  answer: done,
})

export const signOutAccount = endpoint({
  ...ofMember,
  path: '/api/admin/members/:memberId/sign-out',
  errors: ['member.not_found'],
  summary: 'End all sessions of a member; none of their devices stays known',
  answer: z.object({ ended: z.number() }),
})

export const resetAccountSecondStep = endpoint({
  ...ofMember,
  path: '/api/admin/members/:memberId/reset-2fa',
  errors: ['member.not_found', 'admin.yourself'],
  summary: 'Take the two-step codes from a member who lost the app and the recovery codes; a mail tells them',
  answer: z.object({ wasOn: z.boolean() }),
})

export const getStorage = endpoint({
  ...read,
  path: '/api/admin/storage',
  summary:
    'Where pictures go, what they and the database take, and what is left on the disk of this instance',
  answer: z.object({
    kind: z.enum(['folder', 'bucket']),
    where: z.string(),
    dataDir: z.string(),
    /** In bytes; null where it cannot be read. */
    disk: z.nullable(z.object({ free: z.number(), all: z.number() })),
    /** As of the last sample; null before the first. */
    pictures: z.nullable(z.object({ files: z.number(), bytes: z.number() })),
    databaseBytes: z.nullable(z.number()),
    at: moment,
  }),
})

export const getAssistantFigures = endpoint({
  ...read,
  path: '/api/admin/scenebot',
  summary:
    'How many questions SceneBot answered without a language model in the last days, and how many it did not understand; beside it how many set questions this version answers rightly',
  answer: z.object({
    days: z.number(),
    languages: z.array(
      z.object({
        language: z.enum(assistantLanguages),
        understood: z.number(),
        notUnderstood: z.number(),
        set: z.object({ right: z.number(), of: z.number() }),
      }),
    ),
  }),
})
export type AssistantFigures = AnswerOf<typeof getAssistantFigures>

export const getMail = endpoint({
  ...read,
  path: '/api/admin/mail',
  summary: 'How mail is delivered, and how the last ones went',
  answer: z.object({
    delivery: z.enum(['smtp', 'mailbox', 'terminal', 'none']),
    /** Host and port; null without one. */
    server: z.nullable(z.string()),
    from: z.string(),
    sentAt: moment,
    failedAt: moment,
    /** Of the last one that failed. */
    failure: z.nullable(z.string()),
  }),
})

export const sendTestMail = endpoint({
  ...act,
  path: '/api/admin/mail/test',
  errors: [],
  summary: 'Send a test mail to one’s own address, the way of all mails; `reason` says why it was not sent',
  answer: z.object({ to: z.string(), sent: z.boolean(), reason: z.nullable(z.string()) }),
})

export const getBackups = endpoint({
  ...read,
  path: '/api/admin/backups',
  summary:
    'Backups that Scene made by itself, the newest first, how the last one went and the one that is being made',
  answer: z.object({
    schedule: z.enum(['off', 'daily', 'weekly']),
    folder: z.string(),
    kept: z.number(),
    madeAt: moment,
    triedAt: moment,
    /** Null where the last one went well. */
    failure: z.nullable(z.string()),
    running: z.nullable(z.object({ startedAt: z.string(), percent: z.number() })),
    /** Null where the folder cannot be read. */
    files: z.nullable(
      z.array(
        z.object({
          file: z.string(),
          bytes: z.number(),
          at: z.string(),
          /** Puts it back, by the command line, while no Scene runs. */
          restore: z.string(),
        }),
      ),
    ),
  }),
})
export type Backups = AnswerOf<typeof getBackups>

export const makeBackup = endpoint({
  ...act,
  path: '/api/admin/backups',
  errors: [],
  summary: 'Have a backup made now, beside those by the clock; one that is being made is the one',
  answer: done,
})

export const listSettings = endpoint({
  ...read,
  path: '/api/admin/settings',
  summary: 'Every setting of this instance with its value, secrets masked, and where it comes from',
  answer: z.array(
    z.object({
      name: z.string(),
      /** Null for what is not set and has no default. */
      value: z.nullable(z.string()),
      from: z.enum(['environment', '.env', 'file', 'default']),
    }),
  ),
})
