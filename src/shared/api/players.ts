import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, filmId, filmTitles, id, line, ratingField, stars } from './fields.ts'

export const playerKinds = ['plex', 'jellyfin', 'emby', 'kodi', 'trakt'] as const
export type PlayerKind = (typeof playerKinds)[number]

/** What became of a call: only `waiting` made something, and `rated` gave stars to what waits. */
const callOutcomes = [
  'waiting',
  'rated',
  'rated-nothing',
  'repeated',
  'logged-already',
  'other-event',
  'no-film',
  'not-finished',
  'other-user',
  'unreadable',
  'paused',
  'test',
] as const
export type CallOutcome = (typeof callOutcomes)[number]

const player = z.object({
  id,
  kind: z.enum(playerKinds),
  /** Whose plays count, as the player calls its users; empty: everybody's. */
  userNames: z.array(z.string()),
  createdAt: z.string(),
  /** Since five calls in a row could not be read; null while it runs. */
  pausedAt: z.nullable(z.string()),
  /** The last twenty, the newest first. */
  calls: z.array(
    z.object({
      id,
      at: z.string(),
      outcome: z.enum(callOutcomes),
      title: z.nullable(z.string()),
      userName: z.nullable(z.string()),
    }),
  ),
})
export type Player = z.output<typeof player>

const madePlayer = z.extend(player, {
  /** The whole address, told once. */
  address: z.string(),
})

const userNames = z.array(line(100)).check(z.maxLength(20))

/** IANA name, such as `Asia/Riyadh`. */
const timeZone = line(60)

export const listPlayers = endpoint({
  method: 'GET',
  path: '/api/players',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'One’s players with their last calls, and the time zone in which their days are counted',
  answer: z.object({ timeZone: z.nullable(z.string()), players: z.array(player) }),
})

export const createPlayer = endpoint({
  method: 'POST',
  path: '/api/players',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['player.full', 'player.time_zone'],
  summary:
    'Make a secret address to which a player (Plex, Jellyfin, Emby, Kodi, or one that speaks Trakt’s scrobble call) tells what was watched: `POST /api/hooks/<kind>/<secret>`. The address is answered here alone',
  body: z.object({
    kind: z.enum(playerKinds),
    userNames: z.optional(userNames),
    timeZone: z.optional(timeZone),
  }),
  answer: madePlayer,
})

export const updatePlayer = endpoint({
  method: 'PATCH',
  path: '/api/players/:playerId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['player.not_found', 'player.time_zone'],
  summary: 'Say whose plays count, let a paused player go on, or set the time zone of all of them',
  params: z.object({ playerId: id }),
  body: z.object({
    userNames: z.optional(userNames),
    paused: z.optional(z.literal(false)),
    timeZone: z.optional(timeZone),
  }),
  answer: player,
})

export const deletePlayer = endpoint({
  method: 'DELETE',
  path: '/api/players/:playerId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['player.not_found'],
  summary: 'Revoke a player’s address; what it told of stays',
  params: z.object({ playerId: id }),
  answer: done,
})

export const testPlayer = endpoint({
  method: 'POST',
  path: '/api/players/:playerId/test',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['player.not_found'],
  summary: 'Make a call as the player would, which changes nothing but the list of its calls',
  params: z.object({ playerId: id }),
  answer: player,
})

const play = z.object({
  id,
  kind: z.enum(playerKinds),
  /** Null where the member has to say which film it was. */
  film: z.nullable(
    z.object({
      id: z.number(),
      ...filmTitles,
      poster: z.nullable(z.string()),
      release_date: z.string(),
    }),
  ),
  /** As the player called it. */
  title: z.string(),
  year: z.nullable(z.number()),
  /** YYYY-MM-DD, in the member's time zone. */
  day: z.string(),
  watchedAt: z.string(),
  /** Stars that the player told, which wait to be confirmed. */
  rating: stars,
})
export type Play = z.output<typeof play>

export const listPlays = endpoint({
  method: 'GET',
  path: '/api/plays',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: [],
  summary: 'What one’s players told of that waits for its stars, the newest first (100 at most)',
  answer: z.array(play),
})

export const logPlay = endpoint({
  method: 'POST',
  path: '/api/plays/:playId/log',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'logs:write',
  errors: ['play.not_found', 'play.no_film', 'film.not_found', 'film.source_down', 'request.conflict'],
  summary:
    'Log what waits, with stars or without, on its day; `movieId` says which film it was. A retry logs nothing twice',
  params: z.object({ playId: id }),
  body: z.object({ rating: z.optional(ratingField), movieId: z.optional(filmId) }),
  answer: z.object({ logId: id }),
})

export const dismissPlay = endpoint({
  method: 'DELETE',
  path: '/api/plays/:playId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'logs:write',
  errors: ['play.not_found'],
  summary: 'Log nothing of what waits; it does not come again',
  params: z.object({ playId: id }),
  answer: done,
})
