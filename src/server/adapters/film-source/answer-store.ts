import { dayMs, hourMs, weekMs } from '#shared/durations.ts'
import type { Db } from '#server/db/database.ts'

/** An answer of the source with the time it was given. `value` is null for "not found". */
export interface StoredAnswer {
  value: unknown
  fetchedAt: Date
}

/** A store of answers that outlives the process. Keys are requests; values are JSON. */
export interface AnswerStore {
  get(key: string): Promise<StoredAnswer | null>
  put(key: string, value: unknown, now: Date): Promise<void>
}

/** The film database's terms: nothing is kept longer than six months. */
export const maxKeptMs = 180 * dayMs
const searchKeptMs = weekMs
const sweepEveryMs = 6 * hourMs

/** A store in PostgreSQL, shared by all instances. Every few hours a write also deletes old rows. */
export function createAnswerStore(db: Db, report: (error: unknown) => void): AnswerStore {
  const state = { sweptAt: 0 }

  async function sweep(now: Date) {
    if (Math.abs(now.getTime() - state.sweptAt) < sweepEveryMs) return
    state.sweptAt = now.getTime()
    await db
      .deleteFrom('film_source_cache')
      .where('fetched_at', '<', new Date(now.getTime() - searchKeptMs))
      .where((eb) =>
        eb.or([eb('key', 'like', 'search%'), eb('fetched_at', '<', new Date(now.getTime() - maxKeptMs))]),
      )
      .execute()
  }

  return {
    async get(key) {
      const row = await db
        .selectFrom('film_source_cache')
        .select(['body', 'fetched_at'])
        .where('key', '=', key)
        .executeTakeFirst()
      // Wrapped in an object, so that a stored "not found" differs from a missing row.
      const body: unknown = row?.body
      if (!row || typeof body !== 'object' || body === null || !('value' in body)) return null
      return { value: body.value, fetchedAt: row.fetched_at }
    },
    async put(key, value, now) {
      const row = { body: JSON.stringify({ value }), fetched_at: now }
      await db
        .insertInto('film_source_cache')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
      void sweep(now).catch(report)
    },
  }
}
