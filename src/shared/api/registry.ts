import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as assistant from './assistant.ts'
import * as audiences from './audiences.ts'
import * as audit from './audit.ts'
import * as browse from './browse.ts'
import * as diary from './diary.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as evenings from './evenings.ts'
import * as feeds from './feeds.ts'
import * as filmIdentity from './film-identity.ts'
import * as films from './films.ts'
import * as followRequests from './follow-requests.ts'
import * as gifs from './gifs.ts'
import * as guestPages from './guest-pages.ts'
import * as home from './home.ts'
import * as joining from './joining.ts'
import * as letterboxdFeeds from './letterboxd-feeds.ts'
import * as listEditors from './list-editors.ts'
import * as lists from './lists.ts'
import * as logs from './logs.ts'
import * as media from './media.ts'
import * as members from './members.ts'
import * as moderation from './moderation.ts'
import * as notificationSettings from './notification-settings.ts'
import * as notifications from './notifications.ts'
import * as people from './people.ts'
import * as players from './players.ts'
import * as posters from './posters.ts'
import * as replies from './replies.ts'
import * as safety from './safety.ts'
import * as search from './search.ts'
import * as security from './security.ts'
import * as seen from './seen.ts'
import * as settings from './settings.ts'
import * as sharing from './sharing.ts'
import * as shelves from './shelves.ts'
import * as statistics from './statistics.ts'
import * as streaming from './streaming.ts'
import * as tags from './tags.ts'
import * as tokens from './tokens.ts'
import * as transfer from './transfer.ts'
import * as webhooks from './webhooks.ts'

const domains = {
  accounts,
  admin,
  assistant,
  audiences,
  audit,
  browse,
  diary,
  evenings,
  feeds,
  filmIdentity,
  films,
  followRequests,
  gifs,
  guestPages,
  home,
  joining,
  letterboxdFeeds,
  listEditors,
  lists,
  logs,
  media,
  members,
  moderation,
  notificationSettings,
  notifications,
  people,
  players,
  posters,
  replies,
  safety,
  search,
  security,
  seen,
  settings,
  sharing,
  shelves,
  statistics,
  streaming,
  tags,
  tokens,
  transfer,
  webhooks,
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

/** Every endpoint of the contract, with the domain it belongs to and its exported name. */
export const registry: { domain: string; name: string; endpoint: AnyEndpoint }[] = Object.entries(
  domains,
).flatMap(([domain, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ domain, name, endpoint: value }] : [],
  ),
)
