import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { region, streamingProvider } from './films.ts'
import { maxInteger } from '#shared/integers.ts'

/** How many services one may name. */
export const maxServices = 40

const choice = z.object({
  /** Whether the film source knows who streams what; without that nobody can choose. */
  isKnown: z.boolean(),
  /** Where one watches; null where nothing was chosen. */
  region: z.nullable(region),
  /** By name. */
  services: z.array(streamingProvider),
})
export type StreamingChoice = z.output<typeof choice>

export const getStreaming = endpoint({
  method: 'GET',
  path: '/api/streaming',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'profile:read',
  errors: [],
  summary: 'The streaming services that one has; nobody else is told whose they are',
  answer: choice,
})

export const updateStreaming = endpoint({
  method: 'PATCH',
  path: '/api/streaming',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'profile:write',
  errors: ['streaming.unknown', 'film.source_down'],
  summary:
    'Choose the streaming services that one has in a region, all at once; none to take the choice back',
  body: z.object({
    region,
    /** Numbers of `providers` of the region (`/api/films/values`). */
    services: z.array(z.int().check(z.positive(), z.lte(maxInteger))).check(z.maxLength(maxServices)),
  }),
  answer: choice,
})
