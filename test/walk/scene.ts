import { expect } from 'vitest'
import type { TestApp } from '#test/harness.ts'
import type { Person, Writing } from './model.ts'
import type { World } from './world.ts'

// Whoever does something, and what acts have in common.

export interface Scene extends World {
  app: TestApp
  who: Person
  /** Another member. */
  whom: Person
}

/** Says what was done; null where there was nothing to do. */
export type Act = (scene: Scene) => Promise<string | null>

/** How often each is done, beside the others. */
export type Acts = readonly (readonly [times: number, act: Act])[]

/** Words that members hide. */
export const hideable = ['umbra', 'velvet']

/** A text with a canary, and sometimes with a word that somebody hides. */
export const write = ({ newCanary, choices }: World) =>
  `${newCanary()} it is${choices.once(2) ? ` and ${choices.pick([...hideable, 'Velvet'])}` : ''}`

/** One's own writing of one of these kinds; null where one has none. */
export function own({ who, choices, model }: Scene, ...kinds: Writing['kind'][]): Writing | null {
  const all = model.all(...kinds).filter(({ author }) => author === who)
  return all.length > 0 ? choices.pick(all) : null
}

export const any = ({ choices, model }: Scene, ...kinds: Writing['kind'][]): Writing | null =>
  model.all(...kinds).length > 0 ? choices.pick(model.all(...kinds)) : null

export const expectStatus = (what: string, status: number, expected: number) =>
  expect(`${what}: ${status}`).toBe(`${what}: ${expected}`)

/** Fails unless a call went as the model says. */
export const expectAllowed = (what: string, status: number, isAllowed: boolean) =>
  expectStatus(what, status, isAllowed ? 200 : 404)
