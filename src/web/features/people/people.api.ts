import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { getPerson, getPersonCredits } from '#shared/api/people.ts'
import { call } from '#web/lib/api.ts'

export type { PersonCredit, PersonPage } from '#shared/api/people.ts'
export type PersonCredits = AnswerOf<typeof getPersonCredits>

// What the film source knows of a person hardly changes.
const staleTime = 10 * 60_000

/** `id` is the film source's number. */
export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['people', id],
    queryFn: ({ signal }) => call(getPerson, { params: { id }, signal }),
    staleTime,
  })

export const personCreditsQuery = (id: number) =>
  queryOptions({
    queryKey: ['people', id, 'credits'],
    queryFn: ({ signal }) => call(getPersonCredits, { params: { id }, signal }),
    staleTime,
  })
