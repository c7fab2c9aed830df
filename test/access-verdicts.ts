import type { ErrorCode } from '#shared/errors.ts'

const actors = ['guest', 'deleted', 'suspended', 'unverified', 'stranger', 'follower', 'owner'] as const
type Actor = (typeof actors)[number]
/** Whoever may takes away what a call is about, so who may by their row come last. */
export const ownerLast = [...actors.slice(0, -1), 'moderator', 'operator', 'owner'] as const
export const operatorLast = [...actors, 'moderator', 'operator'] as const

/** What is answered; `in` is a success. */
type Verdict = 'in' | ErrorCode
export type Verdicts = Record<Actor | 'moderator' | 'operator', Verdict>

export const everybody = Object.fromEntries(operatorLast.map((who) => [who, 'in'])) as Verdicts
export const members: Verdicts = {
  ...everybody,
  guest: 'auth.required',
  deleted: 'auth.required',
  suspended: 'auth.required',
  unverified: 'auth.unverified',
}
/** What one does with one's sessions needs no proven address. */
export const signedIn: Verdicts = { ...members, unverified: 'in' }
/** Only who owns what the path names; moderators and operators are nobody special. */
export const owners = (others: ErrorCode): Verdicts => ({
  ...members,
  stranger: others,
  follower: others,
  moderator: others,
  operator: others,
})
export const self = owners('request.not_yours')
export const moderators: Verdicts = {
  ...members,
  stranger: 'request.not_found',
  follower: 'request.not_found',
  owner: 'request.not_found',
}
export const operators: Verdicts = { ...moderators, moderator: 'request.not_found' }
