// B13: the product as an operator starts it, on the filled folder.
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs, rssMb } from './machine.mjs'
import { launch } from './product.mjs'

const runs = 4
const idleMs = 3000

/** `args` are Node's. Answers the median of the starts after the first, which may still compile. */
export async function measureStarts({ folder, args, waitForQuiet, round }) {
  const env = { PORT: '0', SCENE_DATA_DIR: folder, SCENE_DEMO: '0' }
  const starts = []
  for (let run = 0; run < runs; run++) {
    const busy = await waitForQuiet()
    const server = await launch(args, env)
    const cpu = cpuMs(server.child.pid)
    await sleep(idleMs)
    if (run > 0) starts.push({ readyMs: server.readyMs, cpu, rss: rssMb(server.child.pid), busy })
    await server.end()
  }
  const [median] = starts.toSorted((a, b) => a.readyMs - b.readyMs).slice(1)
  console.log(`B13 ready in ${round(median.readyMs, 0)} ms, ${median.cpu} ms CPU, idle RSS ${median.rss} MB`)
  return median
}
