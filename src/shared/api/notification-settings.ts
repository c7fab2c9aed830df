import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, line } from './fields.ts'
import type { NotificationType } from './notifications.ts'

/** What members choose of, each for itself. */
export const reachKinds = ['likes', 'comments', 'follows', 'requests', 'shares', 'year'] as const
export type ReachKind = (typeof reachKinds)[number]

/** Ways to a member. */
export const channels = ['inApp', 'push', 'mail'] as const
export type Channel = (typeof channels)[number]

/** Which kind a notification is of; those of moderators and unknown ones are of none: they are always shown, and only shown. */
export const kindOfType: Partial<Record<NotificationType, ReachKind>> = {
  review_like: 'likes',
  reaction: 'likes',
  list_like: 'likes',
  reply: 'comments',
  follow: 'follows',
  follow_accepted: 'follows',
  follow_request: 'requests',
  'share-list': 'shares',
  'list-invite': 'shares',
  'list-invite-accepted': 'shares',
  'evening-invite': 'shares',
  'share-review': 'shares',
  suggest_movie: 'shares',
  'year-review': 'year',
}

/** What members begin with: likes ring nowhere, and mail is for what asks for an answer. */
export const isOnAtFirst = (channel: Channel, kind: ReachKind): boolean =>
  channel === 'inApp' || (channel === 'push' ? kind !== 'likes' : kind === 'comments' || kind === 'requests')

const reach = z.object({ inApp: z.boolean(), push: z.boolean(), mail: z.boolean() })
const change = z.partial(reach)

/** `HH:MM`, by the member's clock. */
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:30'))
export const quiet = z.object({ from: clock, to: clock })

const settings = z.object({
  reach: z.object({
    likes: reach,
    comments: reach,
    follows: reach,
    requests: reach,
    shares: reach,
    year: reach,
  }),
  /** Neither push nor mail from the one to the other; null where there are no such hours. */
  quiet: z.nullable(quiet),
  /** IANA name; null until a browser told it: UTC. */
  timeZone: z.nullable(z.string()),
  /** Minutes after which what was not seen goes by mail. */
  mailAfterMinutes: z.number(),
  /** Day of the weekly digest, 0 for Sunday; null where none is wanted. */
  digestDay: z.nullable(z.number()),
  /** Whether this Scene sends mail at all. */
  hasMail: z.boolean(),
  /** By which browsers subscribe to push (VAPID, base64url). */
  pushKey: z.string(),
  /** Browsers that push reaches, the newest first. */
  devices: z.array(
    z.object({
      id,
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      since: z.string(),
      sentAt: z.nullable(z.string()),
      /** Of the session that asks. */
      isCurrent: z.boolean(),
    }),
  ),
})
export type ReachSettings = z.output<typeof settings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'notifications:read',
  errors: [],
  summary: 'What reaches one, where and when',
  answer: settings,
})

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/notifications/settings',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'notifications:write',
  errors: ['player.time_zone'],
  summary: 'Change what reaches one; what is not named stays',
  body: z.object({
    reach: z.optional(
      z.partial(
        z.object({
          likes: change,
          comments: change,
          follows: change,
          requests: change,
          shares: change,
          year: change,
        }),
      ),
    ),
    quiet: z.optional(z.nullable(quiet)),
    timeZone: z.optional(line(60)),
    mailAfterMinutes: z.optional(z.int().check(z.gte(5), z.lte(1440))),
    digestDay: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(6)))),
  }),
  answer: settings,
})

export const previewDigest = endpoint({
  method: 'GET',
  path: '/api/notifications/digest',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'notifications:read',
  errors: [],
  summary: 'The digest as it would be now, of the last seven days; null where there is nothing to tell',
  answer: z.object({ digest: z.nullable(z.object({ subject: z.string(), text: z.string() })) }),
})

const base64url = (length: number) => line(length).check(z.regex(/^[\w-]+=*$/, 'must be base64url'))

const address = {
  endpoint: line(1000).check(z.regex(/^https?:\/\//, 'must be an address')),
  keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
}

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/push',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['push.host'],
  summary: 'Have this browser told by its push service until the session ends; told again, it stays one',
  body: z.object(address),
  answer: settings,
})

export const renewPush = endpoint({
  method: 'POST',
  path: '/api/push/renewal',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['push.host', 'push.not_found'],
  summary:
    'Put the address that a browser has now in the place of the one it had, by the secret of that one and without a login',
  body: z.object({
    former: z.object({ endpoint: address.endpoint, auth: base64url(100) }),
    ...address,
  }),
  answer: done,
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/push/:pushId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['push.not_found'],
  summary: 'Tell a browser nothing more',
  params: z.object({ pushId: id }),
  answer: done,
})

/** What a link at the foot of a mail ends. */
const mailKinds = ['notifications', 'digest'] as const
export type MailKind = (typeof mailKinds)[number]

export const unsubscribeMail = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/:token',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['unsubscribe.not_found'],
  summary: 'End mails of a kind, by the link at their foot and without a login',
  params: z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/, 'must be of a mail')) }),
  answer: z.object({ kind: z.enum(mailKinds) }),
})
