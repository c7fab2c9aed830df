import type { Notification, NotificationGroup } from './api/notifications.ts'
import type { CaseCounts } from './api/moderation.ts'
import type { Import } from './api/transfer.ts'
import type { TokenScope } from './token-scopes.ts'

/** With its kind and the keys of the groups that it may join (`listNotificationGroups`). */
export type LiveNotification = Notification &
  Pick<NotificationGroup, 'kind' | 'dayKey'> & { groupKey: string }

/** What the server sends to a member's open clients. */
export interface ServerToClient {
  notification: (notification: LiveNotification) => void
  /** A followed member logged a film: the feed has something new. */
  feed: (event: { logId: string; authorId: string }) => void
  /** To moderators: how much waits for them now. */
  reports: (waiting: CaseCounts) => void
  /** Something happened on an evening that one has joined. */
  evening: (event: { eveningId: string }) => void
  /** How far an import of one's own is. */
  import: (progress: Import) => void
}

export const socketEvents = [
  'notification',
  'feed',
  'reports',
  'import',
  'evening',
] as const satisfies (keyof ServerToClient)[]
export type SocketEvent = (typeof socketEvents)[number]

/** What a personal token must be allowed to hear each event. Without one of them it is refused. */
export const eventScopes: Record<keyof ServerToClient, TokenScope> = {
  notification: 'notifications:read',
  // Two numbers, to moderators alone.
  reports: 'notifications:read',
  feed: 'logs:read',
  import: 'import:read',
  evening: 'watchlist:read',
}

/**
 * Why a connection is refused, as the message of `connect_error`. `socket.too_many`: the session has as many open as it
 * may, and another attempt soon would be refused too.
 */
export type SocketRefusal = 'auth.required' | 'server.unavailable' | 'socket.too_many'

/** What a client sends. `join` is answered; any id but the member's own is refused. */
export interface ClientToServer {
  join: (memberId: string, answer?: (result: { ok: boolean }) => void) => void
}
