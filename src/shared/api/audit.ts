import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { id, memberRef, page } from './fields.ts'

/** What operators do that is written down, by the names of their commands. */
export const auditActs = [
  'backup.create',
  'backup.restore',
  'films.reconcile',
  'films.accept',
  'films.refuse',
  'films.reconsider',
  'films.undo',
  'invite.create',
  'invite.revoke',
  'demo.clear',
  'demo.seed',
  'films.refresh',
  'jobs.retry',
  'jobs.run',
  'mail.test',
  'moderation.none',
  'moderation.hide',
  'moderation.remove',
  'moderation.spoiler',
  'moderation.limit',
  'moderation.suspend',
  'moderation.restore',
  'moderation.message',
  'moderation.appeal',
  'user.approve',
  'user.create',
  'media.prune',
  'recount',
  'refusal.add',
  'refusal.remove',
  'token.create',
  'token.revoke',
  'user.delete',
  'user.export',
  'user.first-operator',
  'user.refuse',
  'user.reset-2fa',
  'user.reset-password',
  'user.restore',
  'user.role',
  'user.sign-out',
  'user.suspend',
  'user.verify',
] as const
export type AuditAct = (typeof auditActs)[number]

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'What operators did, the newest first (50 without `limit`), by act and by who did it',
  query: z.extend(page, {
    act: z.optional(z.enum(auditActs)),
    /** An operator, or `command-line`. */
    by: z.optional(z.union([z.literal('command-line'), id])),
  }),
  answer: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      /** One of those that can be asked for, or one that an older version knew. */
      act: z.string(),
      /** Null for the command line, and for one whose account is gone. */
      operator: z.nullable(memberRef),
      /** Who ran the command line, as the system calls them. */
      shellUser: z.nullable(z.string()),
      /** The member that it was about; null for none, and for one who is gone. */
      member: z.nullable(memberRef),
      /** All else: `film` and `into` are numbers with a `title`, `role` and `was` roles, `merged` is a count. */
      about: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
})
export type AuditEntry = AnswerOf<typeof listAuditLog>[number]
