import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, filmId, filmTitle, id, line, memberRef } from './fields.ts'

export const votes = ['no', 'fine', 'yes'] as const
export type Vote = (typeof votes)[number]

/** Letters and digits that do not look like one another. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** How many may choose together. */
export const maxPeople = 8

const film = z.object({
  id: z.number(),
  ...filmTitle,
  poster: z.nullable(z.string()),
  release_date: z.string(),
  /** Minutes; 0 where unknown. */
  runtime: z.number(),
  overview: z.string(),
})

/** Names of streaming services on which somebody could watch it when the cards were dealt, never whose they are. */
const services = z.array(z.string())

const evening = z.object({
  id,
  /** Six letters and digits, by which others join. */
  code: z.string(),
  state: z.enum(['lobby', 'voting', 'done']),
  /** After that it is gone. */
  expiresAt: z.string(),
  isHost: z.boolean(),
  people: z.array(
    z.object({
      id,
      /** Null for a guest. */
      member: z.nullable(memberRef),
      /** Of a guest. */
      name: z.nullable(z.string()),
      isMe: z.boolean(),
      isHost: z.boolean(),
      hasLeft: z.boolean(),
      /** Whether they have answered every card. */
      isReady: z.boolean(),
    }),
  ),
  /** Of the list that the films are from, to whoever may see it. */
  list: z.nullable(z.object({ id, title: z.string() })),
  /** Without what one of those who are here has seen. */
  hideSeen: z.boolean(),
  /** Only films on streaming services that one of those who are here has; where nobody has one, all films. */
  onServices: z.boolean(),
  /** Whether one of those who are here has said theirs; null where the film source knows no services. */
  hasServices: z.nullable(z.boolean()),
  maxMinutes: z.nullable(z.number()),
  size: z.number(),
  /** While films are voted on, with the caller's own votes and nobody else's. */
  cards: z.array(
    z.extend(film, {
      /** On how many watchlists of those who are here. */
      wanted: z.number(),
      services,
      vote: z.nullable(z.enum(votes)),
      isVeto: z.boolean(),
    }),
  ),
  /** Once all have answered, or the host ended it: the best first, three at most. */
  result: z.nullable(
    z.object({
      /** No film was without a no: these got the fewest. */
      isSecondBest: z.boolean(),
      films: z.array(
        z.extend(film, {
          yes: z.number(),
          fine: z.number(),
          no: z.number(),
          wanted: z.number(),
          services,
        }),
      ),
    }),
  ),
  /** What was watched then, as somebody said: everybody may log it. */
  watched: z.nullable(film),
})
export type Evening = z.output<typeof evening>

const byCode = z.object({
  code: z.string().check(z.regex(/^[A-Za-z0-9]{1,12}$/, 'must be letters and digits')),
})

/** Whoever has joined calls: a member by the session, a guest by a cookie. */
const ofEvening = {
  access: 'optional',
  own: 'none',
  scope: 'session',
  params: byCode,
  answer: evening,
} as const

export const createEvening = endpoint({
  method: 'POST',
  path: '/api/evenings',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['list.not_found', 'evening.full'],
  summary: 'Begin to choose a film together; others join by its code for a day',
  body: z.object({
    /** Films of this list; without one those of everybody's watchlist. */
    listId: z.optional(z.nullable(id)),
    /** Without what one of those who are here has seen. */
    hideSeen: z.optional(z.boolean()),
    /** Only films on streaming services that one of those who are here has. */
    onServices: z.optional(z.boolean()),
    maxMinutes: z.optional(z.nullable(z.int().check(z.gte(30), z.lte(600)))),
    size: z.optional(z.int().check(z.gte(10), z.lte(20))),
  }),
  answer: evening,
})

export const listEvenings = endpoint({
  method: 'GET',
  path: '/api/evenings',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'watchlist:read',
  errors: [],
  summary: 'Evenings that one has joined and that are not over, the newest first',
  answer: z.array(z.object({ code: z.string(), host: z.string(), createdAt: z.string() })),
})

export const joinEvening = endpoint({
  ...ofEvening,
  method: 'POST',
  path: '/api/evenings/:code/join',
  limit: 'member.write',
  errors: ['evening.not_found', 'evening.full', 'evening.begun', 'evening.name'],
  summary:
    'Join by the code: a member with the session, whose watchlist may then bring films; a guest with a name, known by a cookie from then on',
  body: z.object({ name: z.optional(line(40)) }),
})

export const getEvening = endpoint({
  ...ofEvening,
  method: 'GET',
  path: '/api/evenings/:code',
  limit: 'member.read',
  scope: 'watchlist:read',
  errors: ['evening.not_found'],
  summary: 'How it stands; null for who has not joined',
  answer: z.object({ evening: z.nullable(evening) }),
})

export const updateEvening = endpoint({
  ...ofEvening,
  method: 'PATCH',
  path: '/api/evenings/:code',
  limit: 'member.write',
  errors: ['evening.not_found', 'evening.not_joined', 'evening.not_host', 'evening.closed'],
  summary: 'Change which films may be cards before they are dealt; the host’s',
  body: z.object({ hideSeen: z.optional(z.boolean()), onServices: z.optional(z.boolean()) }),
})

export const startEvening = endpoint({
  ...ofEvening,
  method: 'POST',
  path: '/api/evenings/:code/start',
  limit: 'member.write',
  errors: [
    'evening.not_found',
    'evening.not_joined',
    'evening.not_host',
    'evening.alone',
    'evening.empty',
    'evening.few',
    'evening.few_streamed',
  ],
  summary: 'Deal the cards; the host’s',
})

export const voteEvening = endpoint({
  ...ofEvening,
  method: 'PATCH',
  path: '/api/evenings/:code/votes/:movieId',
  limit: 'member.write',
  errors: [
    'evening.not_found',
    'evening.not_joined',
    'evening.closed',
    'evening.no_card',
    'evening.veto_used',
  ],
  summary: 'Answer a card, or answer it anew; a veto is a no, and one in all',
  params: z.extend(byCode, { movieId: filmId }),
  body: z.object({ vote: z.enum(votes), veto: z.optional(z.boolean()) }),
})

export const endEvening = endpoint({
  ...ofEvening,
  method: 'POST',
  path: '/api/evenings/:code/end',
  limit: 'member.write',
  errors: ['evening.not_found', 'evening.not_joined', 'evening.not_host', 'evening.closed'],
  summary: 'Show the result of what was answered so far; the host’s',
})

export const repeatEvening = endpoint({
  ...ofEvening,
  method: 'POST',
  path: '/api/evenings/:code/again',
  limit: 'member.write',
  errors: ['evening.not_found', 'evening.not_joined', 'evening.not_host'],
  summary: 'Choose again with those who are there, without what was answered; the host’s',
})

export const markEveningWatched = endpoint({
  ...ofEvening,
  method: 'POST',
  path: '/api/evenings/:code/watched',
  limit: 'member.write',
  errors: ['evening.not_found', 'evening.not_joined', 'evening.not_host', 'evening.no_card'],
  summary: 'Say which film was watched, so that everybody may log it; the host’s',
  body: z.object({ movieId: filmId }),
})

export const inviteToEvening = endpoint({
  ...ofEvening,
  access: 'member',
  method: 'POST',
  path: '/api/evenings/:code/invitations/:memberId',
  limit: 'member.write',
  errors: [
    'evening.not_found',
    'evening.not_joined',
    'evening.not_host',
    'evening.not_mutual',
    'evening.begun',
    'evening.full',
  ],
  summary: 'Ask a mutual follower to join before the cards are dealt, who is told once; the host’s',
  params: z.extend(byCode, { memberId: id }),
  answer: done,
})

export const leaveEvening = endpoint({
  ...ofEvening,
  method: 'POST',
  path: '/api/evenings/:code/leave',
  limit: 'member.write',
  errors: ['evening.not_found', 'evening.not_joined'],
  summary: 'Leave; votes count where every card was answered. Another member becomes the host, or it ends',
  answer: done,
})
