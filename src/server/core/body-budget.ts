import { fail } from './errors.ts'

const mb = 1024 * 1024

/**
 * Bodies up to this length are held uncounted: they are no more than what the buffers of a connection take. All that
 * guests send but a picture is below it, so that logging in never waits for room.
 */
export const uncountedBytes = 32 * 1024

/** Bytes of request bodies that are held at once, in this process; `each` is one caller's part of them. */
export interface BodyBudget {
  total: number
  each: number
}

/** A caller's part takes the largest body of the contract: a picture of a guest, an import of a member. */
export const guestBodies: BodyBudget = { total: 64 * mb, each: 12 * mb }
export const memberBodies: BodyBudget = { total: 128 * mb, each: 32 * mb }

const retryAfter = 5

export type ReserveBytes = (caller: string, bytes: number) => () => void

/**
 * Reserves room for a body before it is read; what it answers gives the room back, once however often it is called.
 * @throws request.rate_limited beyond the caller's part, server.unavailable beyond the whole
 */
export function createBodyBudget({ total, each }: BodyBudget): ReserveBytes {
  const byCaller = new Map<string, number>()
  let held = 0
  return (caller, bytes) => {
    const own = byCaller.get(caller) ?? 0
    if (own + bytes > each) throw fail('request.rate_limited', { retryAfter })
    if (held + bytes > total) throw fail('server.unavailable', { retryAfter })
    held += bytes
    byCaller.set(caller, own + bytes)
    let released = false
    return () => {
      if (released) return
      released = true
      held -= bytes
      const left = (byCaller.get(caller) ?? 0) - bytes
      if (left > 0) byCaller.set(caller, left)
      else byCaller.delete(caller)
    }
  }
}
