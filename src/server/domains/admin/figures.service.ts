import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { figureNames, type Figure } from '#shared/api/admin.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { Context } from '#server/context.ts'
import { bytesOf } from '#server/core/disk.ts'
import type { Metrics } from '#server/core/metrics.ts'
import {
  countCommunity,
  deleteSamples,
  everybody,
  insertSamples,
  selectSamples,
  type Sample,
} from './figures.queries.ts'

const slotMs = 15 * minuteMs
const keptMs = 8 * dayMs

/**
 * The quarter of an hour in which a moment lies; all instances use the same ones, so that their samples can be
 * compared.
 */
const slotOf = (at: Date) => new Date(Math.floor(at.getTime() / slotMs) * slotMs)

/** Samples what is the same for all instances, and deletes old samples. A job, so that one instance does it. */
export async function sampleCommunity({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - dayMs)
  await insertSamples(db, slotOf(at), everybody, await countCommunity(db, since))
  await deleteSamples(db, new Date(at.getTime() - keptMs))
}

/** Numbers of answers that took at most so many seconds, by ascending upper bounds. */
type Buckets = ReadonlyMap<number, number>

async function bucketsOf(answers: Metrics['answers']): Promise<Buckets> {
  const counts = new Map<number, number>()
  for (const { metricName, labels, value } of (await answers.get()).values) {
    if (!metricName?.endsWith('_bucket')) continue
    // The type of the labels leaves out what a histogram adds to them.
    const { le } = labels as { le?: string | number }
    const bound = Number(String(le).replace('+Inf', 'Infinity'))
    counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  return new Map([...counts].toSorted(([a], [b]) => a - b))
}

const share = 0.99

/**
 * The time that one answer in a hundred exceeded (99th percentile), as exactly as the bounds allow; null without
 * answers.
 */
export function slowest(buckets: Buckets): number | null {
  const all = buckets.get(Number.POSITIVE_INFINITY) ?? 0
  if (all === 0) return null
  const wanted = all * share
  let [below, from] = [0, 0]
  for (const [bound, count] of buckets) {
    if (count >= wanted)
      // Above the last bound the time is not known.
      return bound === Number.POSITIVE_INFINITY
        ? from
        : from + ((bound - from) * (wanted - below)) / (count - below)
    ;[below, from] = [count, bound]
  }
  return from
}

type Own = Pick<Context, 'db' | 'now' | 'metrics' | 'config' | 'logger'>

/** Samples the answers of this process, since the last sample of an earlier quarter, and its disk. */
export function createOwnSampler({ db, now, metrics, config }: Own): () => Promise<void> {
  const instance = randomUUID()
  let last: { at: number; buckets: Buckets } = { at: now().getTime(), buckets: new Map() }
  let before = last
  let slot: number | null = null
  return async () => {
    const at = now()
    const buckets = await bucketsOf(metrics.answers)
    // A second sample of one quarter takes the place of the first.
    if (slot !== null && slot !== slotOf(at).getTime()) before = last
    slot = slotOf(at).getTime()
    const since = new Map(
      [...buckets].map(([bound, count]) => [bound, count - (before.buckets.get(bound) ?? 0)]),
    )
    const seconds = (at.getTime() - before.at) / 1000
    last = { at: at.getTime(), buckets }
    const samples: Sample[] = []
    const slow = slowest(since)
    if (seconds > 0)
      samples.push({ figure: 'answers', value: (since.get(Number.POSITIVE_INFINITY) ?? 0) / seconds })
    if (slow !== null) samples.push({ figure: 'slowest', value: slow })
    const disk = await bytesOf(config.dataDir).catch(() => null)
    if (disk) samples.push({ figure: 'disk', value: disk.free })
    await insertSamples(db, slotOf(at), instance, samples)
  }
}

/** Samples this process a minute after its start and then with each quarter of an hour. Answers what ends it. */
export function sampleByTheClock(ctx: Own): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const sample = createOwnSampler(ctx)
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  const work = async () => {
    await wait(minuteMs)
    while (!signal.aborted) {
      await sample().catch((error: unknown) =>
        ctx.logger.warn({ err: error }, 'figures of this instance were not written down'),
      )
      // Just before a quarter ends, so that what is counted belongs to it.
      await wait(slotMs - ((ctx.now().getTime() + 2000) % slotMs))
    }
  }
  void work()
  return () => ending.abort()
}

export async function figuresView({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Figure[]> {
  const samples = await selectSamples(db, figureNames, new Date(now().getTime() - dayMs))
  const byFigure = Map.groupBy(samples, ({ figure }) => figure)
  return figureNames.map((figure) => {
    const points = (byFigure.get(figure) ?? []).map(({ at, value }) => ({ at: at.toISOString(), value }))
    const newest = points.at(-1)
    return { figure, value: newest?.value ?? null, at: newest?.at ?? null, points }
  })
}
