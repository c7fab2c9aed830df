// B14: reads, writes and uploads at half of the possible rate for a long time: does anything break, and does memory
// grow?
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { rssMb } from './machine.mjs'
import { ask } from './product.mjs'

const peakSeconds = 10
const sampleMs = 5000
/** The share of the time after which memory is looked at. */
const warmUp = 0.3

/** JPEGs of noise, no two alike. */
const makePictures = () =>
  Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      sharp({
        create: {
          width: 320 + 40 * at,
          height: 240 + 30 * at,
          channels: 3,
          noise: { type: 'gaussian', mean: 128, sigma: 12 },
        },
      })
        .jpeg({ quality: 70 })
        .toBuffer(),
    ),
  )

/** The slope of the line that fits the points `[x, y]` best (least squares). */
function slope(points) {
  const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

export async function measureSoak({ server, client, order, minutes, round }) {
  const mix = {
    ...order,
    workload: 'soak',
    targets: { ...order.targets, pictures: await makePictures() },
  }
  await ask(client, { ...mix, seconds: 3 })
  const peak = await ask(client, { ...mix, seconds: peakSeconds })
  console.log(`B14 at most ${round(peak.perSecond, 0)} req/s; for ${minutes} min at half of it …`)
  const seconds = 60 * minutes
  const since = performance.now()
  const soaked = ask(client, { ...mix, seconds, perSecond: peak.perSecond / 2 })
  const samples = []
  let half
  while (half === undefined) {
    samples.push([(performance.now() - since) / 600_000, rssMb(server.child.pid)])
    half = await Promise.race([sleep(sampleMs), soaked])
  }
  const growth = slope(samples.filter(([at]) => at * 600 >= warmUp * seconds))
  const [[kind, { p99 }]] = Object.entries(half.kinds).toSorted(([, a], [, b]) => b.p99 - a.p99)
  const slowest = `of ${kind} ${round(p99, 0)}`
  const rss = samples.map(([, mb]) => mb)
  console.log(
    `B14 ${half.requests} answers at ${round(half.perSecond, 0)} req/s, ${half.broken} of 500 or more, ${half.failed} not 200; ` +
      `p50 ${round(half.p50, 1)}, p99 ${round(half.p99, 1)} ms (${slowest}); RSS ${rss[0]} to ${rss.at(-1)} MB, ` +
      `${round(growth, 1)} MB in 10 min after ${round((warmUp * seconds) / 60, 1)} min`,
  )
  if (half.failed > 0) console.error(`B14: ${half.sample}`)
  return { minutes, peak, half, growth, rss }
}
