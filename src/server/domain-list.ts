import type { Context, Domain } from './context.ts'
import { accountDeletion } from './domains/account-deletion/index.ts'
import { accounts } from './domains/accounts/index.ts'
import { admin } from './domains/admin/index.ts'
import { assistant } from './domains/assistant/index.ts'
import { audiences } from './domains/audiences/index.ts'
import { audit } from './domains/audit/index.ts'
import { backup } from './domains/backup/index.ts'
import { evenings } from './domains/evenings/index.ts'
import { feeds } from './domains/feeds/index.ts'
import { filmIdentity } from './domains/film-identity/index.ts'
import { filmPage } from './domains/film-page/index.ts'
import { films } from './domains/films/index.ts'
import { gifs } from './domains/gifs/index.ts'
import { guestPages } from './domains/guest-pages/index.ts'
import { home } from './domains/home/index.ts'
import { lists } from './domains/lists/index.ts'
import { logs } from './domains/logs/index.ts'
import { media } from './domains/media/index.ts'
import { members } from './domains/members/index.ts'
import { moderation } from './domains/moderation/index.ts'
import { notifications } from './domains/notifications/index.ts'
import { players } from './domains/players/index.ts'
import { posters } from './domains/posters/index.ts'
import { previews } from './domains/previews/index.ts'
import { replies } from './domains/replies/index.ts'
import { search } from './domains/search/index.ts'
import { settings } from './domains/settings/index.ts'
import { sharing } from './domains/sharing/index.ts'
import { shelves } from './domains/shelves/index.ts'
import { statistics } from './domains/statistics/index.ts'
import { streaming } from './domains/streaming/index.ts'
import { transfer } from './domains/transfer/index.ts'
import { webhooks } from './domains/webhooks/index.ts'

/** In the order of ARCHITECTURE.md: each uses only those before it. */
export const domains: readonly Domain[] = [
  media,
  films,
  members,
  audit,
  search,
  gifs,
  accounts,
  posters,
  shelves,
  lists,
  replies,
  logs,
  filmPage,
  audiences,
  sharing,
  previews,
  statistics,
  streaming,
  evenings,
  feeds,
  guestPages,
  assistant,
  transfer,
  players,
  webhooks,
  filmIdentity,
  moderation,
  notifications,
  settings,
  home,
  accountDeletion,
  backup,
  admin,
]

/** Subscribes the domains to each other's events and defines their jobs: all that works without a server. */
export function connectDomains(ctx: Context): void {
  for (const domain of domains) {
    domain.events?.(ctx)
    domain.jobs?.(ctx)
  }
}
