// B8: members, lists and films searched by what is typed on the way to a name or title, a page as the search screen asks for it.
import { ask } from './product.mjs'

/** Milliseconds, of the slowest of a hundred. */
const goal = 50

/**
 * First each kind as fast as answers come, then at half of that rate: only then are times those of the search and not
 * of a queue.
 */
export async function measureSearch({ client, order, round }) {
  const kinds = {}
  for (const workload of ['members', 'lists', 'films']) {
    await ask(client, { ...order, workload, seconds: 2 })
    const most = await ask(client, { ...order, workload })
    const half = await ask(client, { ...order, workload, perSecond: most.perSecond / 2 })
    kinds[workload] = { most, half }
    console.log(
      `B8 ${workload} ${round(most.perSecond, 0)} req/s, p50 ${round(most.p50, 1)}, p99 ${round(most.p99, 1)} ms; ` +
        `at ${round(half.perSecond, 0)} req/s p50 ${round(half.p50, 1)}, p99 ${round(half.p99, 1)} ms ` +
        `(goal ${goal}${half.p99 <= goal ? '' : ', missed'}), ${most.bytes} B`,
    )
    for (const { failed, sample } of [most, half])
      if (failed > 0) console.error(`${workload}: ${failed} answers were not 200, e.g.\n${sample}`)
  }
  return { kinds }
}
