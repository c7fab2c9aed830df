import * as z from 'zod/mini'
import { locales } from '../locale.ts'
import {
  maxReportText,
  mayBeNameless,
  moderationActs,
  needsWords,
  reasonsOf,
  reportKinds,
  reportReasons,
} from '../moderation.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { done, id, line, memberRef, page, text } from './fields.ts'
import { roles } from './members.ts'

const reason = z.enum(reportReasons)
const words = text(maxReportText)
/** Required for some reasons. */
const hasWords = (body: { reason: z.output<typeof reason>; text: string }) =>
  !needsWords(body.reason) || body.text.trim() !== ''
const missingWords = { error: 'report.text_required', path: ['text'] }

/** A guest who says who they are, or for some reasons does not. */
const hasSender = (body: { reason: z.output<typeof reason>; name: string; email: string }) =>
  body.name.trim() !== '' || (mayBeNameless(body.reason) && body.email.trim() === '')

/** The number that a receipt names. */
const receipt = z.object({ number: z.number() })

/** What a member reports. An `address` only guests name. */
const reportable = z.enum(reportKinds.filter((kind) => kind !== 'address'))

export const createReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  scope: 'social:write',
  limit: 'member.report',
  own: 'none',
  errors: ['report.not_found', 'report.own', 'report.text_required', 'member.new_account'],
  summary: 'Report a member, review, comment, list or picture; a second report of the same is the first one',
  body: z
    .object({
      kind: reportable,
      /** The id of what is reported, or the address of the picture (`/media/…`). */
      target: line(200),
      reason,
      text: words,
    })
    .check(
      z.refine(hasWords, missingWords),
      z.refine((body) => reasonsOf[body.kind].includes(body.reason), { path: ['reason'] }),
    ),
  answer: receipt,
})

export const createGuestReport = endpoint({
  method: 'POST',
  path: '/api/reports/guest',
  access: 'guest',
  scope: 'none',
  limit: 'guest.report',
  own: 'none',
  errors: ['report.text_required', 'auth.email_invalid'],
  summary:
    'Report a page of this Scene without an account; a mail confirms it. Of what is `illegal` also without `name` and `email`, both empty',
  body: z
    .object({
      /** Of the page or picture, as the browser shows it. */
      address: line(1000).check(z.minLength(1)),
      name: line(100),
      email: line(320),
      reason,
      text: words,
      /** The statement that what is said is believed to be true. */
      goodFaith: z.literal(true),
      language: z.enum(locales),
    })
    .check(z.refine(hasWords, missingWords), z.refine(hasSender, { path: ['name'] })),
  answer: receipt,
})

const kind = z.enum(reportKinds)
const act = z.enum(moderationActs)
const moment = z.nullable(z.string())

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  access: 'member',
  scope: 'profile:read',
  limit: 'member.read',
  own: 'none',
  errors: [],
  summary: 'What one reported, the newest first (50 without `limit`), and what was decided',
  query: page,
  answer: z.array(
    z.object({
      number: z.number(),
      kind,
      /** The first words of what was reported; empty where it has none. */
      excerpt: z.string(),
      reason,
      createdAt: z.string(),
      decidedAt: moment,
      /** Whether something was done about it; null until it is decided. */
      acted: z.nullable(z.boolean()),
    }),
  ),
})
export type OwnReport = AnswerOf<typeof listOwnReports>[number]

const appeal = z.object({
  text: z.string(),
  at: z.string(),
  outcome: z.nullable(z.enum(['kept', 'lifted'])),
  answer: z.string(),
})

/** What was decided about somebody, as they read it. */
const statement = z.object({
  _id: id,
  kind,
  excerpt: z.string(),
  act,
  /** The rule, as a template that is worded in each language. */
  ground: reason,
  /** In the moderator's own words. */
  facts: z.string(),
  decidedAt: z.string(),
  liftedAt: moment,
  /** Until when one may appeal; null where that is not possible, or no more. */
  appealUntil: moment,
  appeal: z.nullable(appeal),
})
export type DecisionStatement = z.output<typeof statement>

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/decisions',
  access: 'member',
  scope: 'session',
  limit: 'member.read',
  own: 'none',
  errors: [],
  summary: 'What moderators decided about one’s own, the newest first (50 without `limit`)',
  query: page,
  answer: z.array(statement),
})

const appealText = text(maxReportText).check(z.minLength(1))

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/decisions/:decisionId/appeal',
  access: 'member',
  scope: 'session',
  limit: 'member.write',
  own: 'none',
  errors: ['moderation.not_found', 'appeal.over'],
  summary: 'Appeal a decision about oneself, once and within 20 days',
  params: z.object({ decisionId: id }),
  body: z.object({ text: appealText }),
  answer: statement,
})

const token = line(100)
const byLink = { method: 'POST', access: 'guest', scope: 'none', limit: 'guest.write', own: 'none' } as const

export const readStatementByLink = endpoint({
  ...byLink,
  path: '/api/appeals/read',
  errors: ['appeal.link'],
  summary: 'The decision that the link of a mail is about',
  body: z.object({ token }),
  answer: statement,
})

export const appealByLink = endpoint({
  ...byLink,
  path: '/api/appeals',
  errors: ['appeal.link', 'appeal.over'],
  summary: 'Appeal by the link of a mail, for who cannot log in',
  body: z.object({ token, text: appealText }),
  answer: statement,
})

const read = {
  method: 'GET',
  access: 'moderator',
  scope: 'session',
  limit: 'member.read',
  own: 'none',
} as const

export const caseStates = ['open', 'decided', 'appeals'] as const
export type CaseState = (typeof caseStates)[number]

const caseRow = z.object({
  _id: id,
  kind,
  /** Whose it is; null for nobody's and for who left. */
  author: z.nullable(memberRef),
  excerpt: z.string(),
  reports: z.number(),
  /** What it is reported for, the commonest first. */
  reasons: z.array(reason),
  openedAt: z.string(),
  decidedAt: moment,
  /** What was decided last. */
  act: z.nullable(act),
  /** An appeal waits. */
  appealed: z.boolean(),
  /** Its author writes, follows or reports more in an hour than people do. */
  flooding: z.boolean(),
})
export type CaseRow = z.output<typeof caseRow>

export const listCases = endpoint({
  ...read,
  path: '/api/moderation/cases',
  errors: [],
  summary: 'What was reported, a row for each thing, the newest first (50 without `limit`)',
  query: z.extend(page, {
    state: z.enum(caseStates),
    kind: z.optional(kind),
    reason: z.optional(reason),
  }),
  answer: z.array(caseRow),
})

export const countCases = endpoint({
  ...read,
  path: '/api/moderation/counts',
  errors: [],
  summary: 'How many reported things and appeals wait for a decision',
  answer: z.object({ open: z.number(), appeals: z.number() }),
})
export type CaseCounts = AnswerOf<typeof countCases>

const content = z.object({
  title: z.nullable(z.string()),
  text: z.string(),
  image: z.nullable(z.string()),
  gif: z.nullable(z.string()),
  spoilers: z.boolean(),
})
export type ReportedContent = z.output<typeof content>

const caseDetail = z.extend(caseRow, {
  /** Where it is shown; null where it is gone or no screen of ours. */
  path: z.nullable(z.string()),
  /** As it was when it was reported first. */
  before: content,
  /** As it is; null where it is gone, and as it was where it is for its author alone by now. */
  now: z.nullable(content),
  hidden: z.boolean(),
  /** How much may be done: nothing about oneself or somebody of a higher role. */
  acts: z.array(act),
  person: z.nullable(
    z.object({
      role: z.enum(roles),
      joinedAt: z.string(),
      logs: z.number(),
      limited: z.boolean(),
      suspended: z.boolean(),
      lastHour: z.object({ comments: z.number(), follows: z.number(), reports: z.number() }),
      /** Decisions about other things of theirs, the newest first, 20 at most. */
      history: z.array(z.object({ caseId: id, kind, act, ground: reason, decidedAt: z.string() })),
      /** How many other things of theirs were reported. */
      otherCases: z.number(),
    }),
  ),
  /** The newest 100. */
  told: z.array(
    z.object({
      number: z.number(),
      reporter: z.nullable(memberRef),
      guest: z.nullable(z.object({ name: z.string(), email: z.string() })),
      reason,
      text: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** In the order in which they were taken. */
  decisions: z.array(
    z.object({
      _id: id,
      act,
      ground: reason,
      facts: z.string(),
      moderator: z.nullable(memberRef),
      decidedAt: z.string(),
      liftedAt: moment,
      appeal: z.nullable(
        z.extend(appeal, {
          moderator: z.nullable(memberRef),
          /** Who decided first does not decide again where somebody else can. */
          mayDecide: z.boolean(),
        }),
      ),
    }),
  ),
})
export type CaseDetail = z.output<typeof caseDetail>

const caseId = z.object({ caseId: id })

export const getCase = endpoint({
  ...read,
  path: '/api/moderation/cases/:caseId',
  errors: ['moderation.not_found'],
  summary: 'What was reported, as it was and is, by whom, and what was decided about its author before',
  params: caseId,
  answer: caseDetail,
})

const write = {
  method: 'POST',
  access: 'moderator',
  scope: 'session',
  limit: 'member.write',
  own: 'none',
} as const

export const decideCase = endpoint({
  ...write,
  path: '/api/moderation/cases/:caseId/decisions',
  errors: [
    'moderation.not_found',
    'moderation.decided',
    'moderation.not_allowed',
    'moderation.impossible',
    'report.text_required',
  ],
  summary: 'Decide about what was reported; its author and those who reported it are told',
  params: caseId,
  body: z
    .object({
      act,
      ground: reason,
      /** What the author reads as the facts; a message is nothing else. */
      facts: words,
      /** How many decisions the moderator has seen: somebody else's in between is `moderation.decided`. */
      seen: z.number().check(z.int(), z.minimum(0)),
    })
    .check(
      z.refine((body) => body.act === 'none' || body.act === 'restore' || body.facts.trim() !== '', {
        error: 'report.text_required',
        path: ['facts'],
      }),
    ),
  answer: caseDetail,
})

export const decideAppeal = endpoint({
  ...write,
  path: '/api/moderation/appeals/:decisionId',
  errors: ['moderation.not_found', 'moderation.decided', 'moderation.not_allowed', 'appeal.same_moderator'],
  summary: 'Keep or lift a decision that was appealed; its author is told',
  params: z.object({ decisionId: id }),
  body: z.object({ outcome: z.enum(['kept', 'lifted']), answer: words.check(z.minLength(1)) }),
  answer: done,
})
