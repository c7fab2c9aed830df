import { setImmediate as endOfTurn } from 'node:timers/promises'
import { isDatabaseGone } from '#server/db/database-fault.ts'

/** Handles an item together with others of the same key; resolves to the outcome of the whole batch. */
export type Batches<Item, Outcome> = (key: string, item: Item) => Promise<Outcome>

interface WaitingItem<Item, Outcome> {
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Batches items by key. Those that arrive in one turn of the event loop, or while a batch of the key is running, are
 * handled by one call of `work`, at most `maxItems` at once. When that call fails each item is tried alone, since
 * only one of them may be at fault; but not when the database is gone, as nobody knows then whether the batch took
 * effect.
 */
export function createBatches<Item, Outcome>(
  maxItems: number,
  work: (items: readonly [Item, ...Item[]]) => Promise<Outcome>,
): Batches<Item, Outcome> {
  const waiting = new Map<string, WaitingItem<Item, Outcome>[]>()

  async function settle([first, ...others]: [WaitingItem<Item, Outcome>, ...WaitingItem<Item, Outcome>[]]) {
    const batch = [first, ...others]
    try {
      const outcome = await work([first.item, ...others.map(({ item }) => item)])
      for (const { resolve } of batch) resolve(outcome)
    } catch (error) {
      if (others.length === 0 || isDatabaseGone(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await settle([one])
    }
  }

  async function run(key: string, queue: WaitingItem<Item, Outcome>[]) {
    for (;;) {
      await endOfTurn()
      const [first, ...others] = queue.splice(0, maxItems)
      if (!first) break
      await settle([first, ...others])
    }
    waiting.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const one = { item, resolve, reject }
      const queue = waiting.get(key)
      if (queue) return void queue.push(one)
      const begun = [one]
      waiting.set(key, begun)
      void run(key, begun)
    })
}
