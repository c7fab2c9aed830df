import { setImmediate as endOfTurn } from 'node:timers/promises'
import { isDatabaseGone } from '#server/db/database-fault.ts'

/** Does an item together with those of the same key; answers what all of them came to. */
export type Batches<Item, Outcome> = (key: string, item: Item) => Promise<Outcome>

interface Waiting<Item, Outcome> {
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Items of one key take turns: those that come in one turn of the event loop, or while others are under way, are done
 * together by one call of `work`, at most `most` of them. Where that fails each is done alone, since all but one may be
 * right; not so where the database is gone, as nobody knows then whether it did them.
 */
export function createBatches<Item, Outcome>(
  most: number,
  work: (items: readonly [Item, ...Item[]]) => Promise<Outcome>,
): Batches<Item, Outcome> {
  const waiting = new Map<string, Waiting<Item, Outcome>[]>()

  async function settle([first, ...others]: [Waiting<Item, Outcome>, ...Waiting<Item, Outcome>[]]) {
    const batch = [first, ...others]
    try {
      const outcome = await work([first.item, ...others.map(({ item }) => item)])
      for (const { resolve } of batch) resolve(outcome)
    } catch (error) {
      if (others.length === 0 || isDatabaseGone(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await settle([one])
    }
  }

  async function run(key: string, queue: Waiting<Item, Outcome>[]) {
    for (;;) {
      await endOfTurn()
      const [first, ...others] = queue.splice(0, most)
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
