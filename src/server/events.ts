import type { Thread } from '#shared/api/replies.ts'
import type { Locale } from '#shared/locale.ts'

/** Events that a domain emits to those above it, inside its transaction. */
export interface DomainEvents {
  'member.followed': { followerId: string; followeeId: string; first: boolean }
  /** Only for the first request of this member. */
  'member.follow_requested': { requesterId: string; memberId: string }
  'member.follow_accepted': { followerId: string; followeeId: string }
  'member.blocked': { memberId: string; blockedId: string }
  /** All sessions and tokens of the member were ended, since somebody else may have had access. */
  'member.sessions_ended': { memberId: string }
  'log.created': { logId: string; authorId: string; filmId: number; createdAt: Date }
  /** Likes were given or taken back: the rows say which. */
  'log.like_toggled': { logId: string; memberIds: readonly string[] }
  'log.shared': { logId: string; fromId: string; toIds: string[] }
  /** The list was created, or its films, their order or its texts changed. */
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
  /** A moderator decided about something of the member's, or about something that they reported. */
  'moderation.decided': { memberId: string; as: 'author' | 'reporter' }
  'reply.like_toggled': { replyId: string; memberIds: readonly string[] }
  /** Too many of the player's messages could not be read. */
  'player.paused': { memberId: string }
  /** The address of the webhook is gone, or refused too many messages in a row. */
  'webhook.paused': { memberId: string }
  /** The year is over, and the member logged enough for a year in review. */
  'year.ended': { memberId: string; year: number }
}

/** What is reported to members by mail about their own accounts. */
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

/** A viewing that a player reported. */
export interface ReportedPlay {
  playerId: string
  film: {
    title: string
    year: number | null
    tmdbId: number | null
    imdbId: string | null
    /** The player's own id of the film. */
    item: string | null
    minutes: number | null
  }
  /** The name of the player's user. */
  userName: string | null
  /** ISO 8601. */
  watchedAt: string
  /**
   * Stars in half steps, when the player reports only a rating of a film that is waiting to be logged, and no
   * viewing.
   */
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
    /** What the mail is about: a device, a passkey, a token, an address, or where to log in. */
    about?: string
  }
  /** A mail whose text was written when it was queued. */
  'mail.text': { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }
  /** Forgets guests who reported what was decided long ago. */
  'moderation.prune': Record<string, never>
  /** E-mail and username as the caller named them, trimmed, in lower case; they need not exist. */
  'accounts.send-code': {
    purpose: 'verify-email' | 'reset-password'
    email: string
    username: string | null
    /** The request came from this machine itself. */
    isLocal: boolean
  }
  /** `email` is in lower case; there may be no such member. */
  'accounts.warn-owner': { email: string }
  /** Continues the oldest running import of a member. */
  'imports.run': { memberId: string }
  /** Queues imports again that a process which died left unfinished. */
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
  /** Notifies somebody whose request to follow a locked member was accepted, once that cannot be undone any more. */
  'members.tell-accepted': { followerId: string; followeeId: string }
  /** Counts logs that are older than the counters of films. */
  'logs.count-films': Record<string, never>
  /** Counts a member's statistics of a year; 0 means all time. */
  'statistics.count': { memberId: string; year: number; audience?: 'public' | 'members' | 'me' }
  /** Counts statistics again that are older than the member's logs. */
  'statistics.renew': Record<string, never>
  /** Counts the year in review for members after this one (by id) who never asked for it. */
  'statistics.sweep': { after?: string }
  /** Notifies members after this one (by id) that their year in review is there. */
  'statistics.tell-years': { after?: string }
  /** Asks the film source for the directors and cast of logged films. */
  'statistics.credits': Record<string, never>
  /** A job, because the film source may have to be asked which film it is. */
  'players.take': ReportedPlay
  /** Sends one notification to a browser. */
  'push.send': { notificationId: string; subscriptionId: string }
  /** Tells a browser how many notifications came during quiet hours or beyond its budget. */
  'push.catch-up': { subscriptionId: string }
  /** Mails notifications that were not seen in the app. */
  'notifications.mail': Record<string, never>
  'notifications.digest': Record<string, never>
  'notifications.prune': Record<string, never>
  'evenings.prune': Record<string, never>
  /** Asks the film source where the candidates of an evening are streamed. */
  'evenings.offers': { eveningId: string }
  'streaming.prune': Record<string, never>
  'webhooks.deliver': { deliveryId: string }
  'media.prune': Record<string, never>
  'gifs.prune': Record<string, never>
  'assistant.prune': Record<string, never>
  'assistant.count-tastes': Record<string, never>
  'accounts.prune': Record<string, never>
}
