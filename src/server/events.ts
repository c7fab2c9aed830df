import type { Thread } from '#shared/api/replies.ts'
import type { Locale } from '#shared/locale.ts'

/** What a domain lets those above it know, inside its transaction. */
export interface DomainEvents {
  'member.followed': { followerId: string; followeeId: string; first: boolean }
  /** For the first time. */
  'member.follow_requested': { requesterId: string; memberId: string }
  'member.follow_accepted': { followerId: string; followeeId: string }
  'member.blocked': { memberId: string; blockedId: string }
  /** All of them and all tokens: somebody else may have been in. */
  'member.sessions_ended': { memberId: string }
  'log.created': { logId: string; authorId: string; filmId: number; createdAt: Date }
  /** Likes were given or taken back: the rows say which. */
  'log.like_toggled': { logId: string; memberIds: readonly string[] }
  'log.shared': { logId: string; fromId: string; toIds: string[] }
  /** Made, or its films, order or words are others. */
  'list.changed': { listId: string; memberId: string }
  'list.editor_invited': { listId: string; ownerId: string; memberId: string }
  'list.editor_accepted': { listId: string; ownerId: string; memberId: string }
  'list.editor_removed': { listId: string; memberId: string }
  'evening.invited': { eveningId: string; hostId: string; memberId: string }
  'list.like_toggled': { listId: string; memberIds: readonly string[] }
  'list.shared': { listId: string; fromId: string; toIds: string[] }
  'film.shared': { filmId: number; fromId: string; toId: string }
  /** `answeredId` is the author of the log or the list, or of the comment that it answers. */
  'reply.created': {
    replyId: string
    thread: Thread
    memberId: string
    answeredId: string
  }
  /** Also emitted for one that leaves a placeholder. */
  'reply.deleted': { replyId: string }
  /** A moderator hid it: nothing that others were told of it stays. */
  'content.hidden': { kind: 'log' | 'reply' | 'list'; id: string; authorId: string }
  /** A decision about something of the member's, or about what they reported. */
  'moderation.decided': { memberId: string; as: 'author' | 'reporter' }
  'reply.like_toggled': { replyId: string; memberIds: readonly string[] }
  /** Too much of what it said could not be read. */
  'player.paused': { memberId: string }
  /** Its address is gone, or took too many messages in a row not. */
  'webhook.paused': { memberId: string }
  /** It is over, and the member has enough to look back at. */
  'year.ended': { memberId: string; year: number }
}

/** What a member hears by mail of their own account. */
export type Notice =
  | 'new-sign-in'
  | 'password-changed'
  | 'email-changed'
  | 'second-step-on'
  | 'second-step-off'
  | 'second-step-reset'
  | 'second-step-guessed'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'token-made'
  | 'webhook-made'

/** A film that was watched, as a player tells it. */
export interface ToldPlay {
  playerId: string
  film: {
    title: string
    year: number | null
    tmdbId: number | null
    imdbId: string | null
    /** What the player calls it. */
    item: string | null
    minutes: number | null
  }
  /** As the player calls its users. */
  userName: string | null
  /** ISO 8601. */
  watchedAt: string
  /** Of stars, in half steps, for what waits: nothing was watched. */
  rating?: number
}

/** Background work, by name and payload. Payloads are JSON and hold no secrets in clear longer than the job lives. */
export interface JobPayloads {
  /** `code` is empty where the template has none. */
  'mail.send': {
    to: string
    template:
      | 'verify-email'
      | 'reset-password'
      | 'change-email-old'
      | 'change-email-new'
      | 'attack-warning'
      | 'let-in'
      | 'not-let-in'
      | Notice
    locale: Locale
    code: string
    /** What a mail is about: a device, a passkey, a token, an address or where to log in. */
    about?: string
  }
  /** A mail that was worded when it was queued. */
  'mail.text': { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }
  /** Forgets guests who reported what was decided long ago. */
  'moderation.prune': Record<string, never>
  /** E-mail and username as the caller named them, trimmed, in lower case; they need not exist. */
  'accounts.send-code': {
    purpose: 'verify-email' | 'reset-password'
    email: string
    username: string | null
    /** Asked for at this machine. */
    isLocal: boolean
  }
  /** In lower case; there need not be such a member. */
  'accounts.warn-owner': { email: string }
  /** Goes on with the oldest running import of a member. */
  'imports.run': { memberId: string }
  /** Queues what a process that died left behind. */
  'imports.resume': Record<string, never>
  'imports.retry': Record<string, never>
  'imports.prune': Record<string, never>
  'imports.read-feeds': Record<string, never>
  'exports.make': Record<string, never>
  /** Takes those of a member who is gone out of the operator's folder. */
  'exports.delete': { memberId: string }
  'backup.make': Record<string, never>
  'backup.now': { operatorId: string }
  /** Figures for the operator's page. */
  'admin.sample': Record<string, never>
  'films.complete': Record<string, never>
  'films.fold-titles': Record<string, never>
  /** Finds out which films are one, by the source that is set, and merges them. */
  'films.reconcile': Record<string, never>
  'films.count-people': Record<string, never>
  'members.sound-names': Record<string, never>
  /** Tells who was let in by a locked member, once that is not taken back any more. */
  'members.tell-accepted': { followerId: string; followeeId: string }
  /** Counts logs that were there before the counters of films. */
  'logs.count-films': Record<string, never>
  /** Counts what a member's films come to in a year, 0 for all time. */
  'statistics.count': { memberId: string; year: number; audience?: 'public' | 'members' | 'me' }
  /** Counts anew what is older than its logs. */
  'statistics.renew': Record<string, never>
  /** Counts the year that is looked back at for members after this one who never asked for it. */
  'statistics.sweep': { after?: string }
  /** Tells members after this one that the year that ended is there to be looked back at. */
  'statistics.tell-years': { after?: string }
  /** Asks the film source for the people of films. */
  'statistics.credits': Record<string, never>
  /** Which film was watched may have to be asked. */
  'players.take': ToldPlay
  /** Tells a browser of one notification. */
  'push.send': { notificationId: string; subscriptionId: string }
  /** Tells a browser how many came while it was to be quiet, or had been told enough. */
  'push.catch-up': { subscriptionId: string }
  /** Mails what was not seen meanwhile. */
  'notifications.mail': Record<string, never>
  'notifications.digest': Record<string, never>
  'notifications.prune': Record<string, never>
  'evenings.prune': Record<string, never>
  /** Asks where the films that may become cards are streamed. */
  'evenings.offers': { eveningId: string }
  'streaming.prune': Record<string, never>
  'webhooks.deliver': { deliveryId: string }
  'media.prune': Record<string, never>
  'gifs.prune': Record<string, never>
  'assistant.prune': Record<string, never>
  'assistant.count-tastes': Record<string, never>
  'accounts.prune': Record<string, never>
}
