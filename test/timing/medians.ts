const rounds = 150
/** Others use the machine too: what is the same comes out as such at one of these. */
const tries = 4

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

type Prepared = () => Promise<() => Promise<unknown>>

/**
 * How far the medians of two works are apart, as a part of the smaller one, in the best of a few tries; the works take
 * turns, each prepared before the clock starts.
 */
export async function medianGap(one: Prepared, other: Prepared): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && least > 0.05; attempt += 1) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1)
      for (const which of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const work = await [one, other][which]?.()
        const started = performance.now()
        await work?.()
        times[which].push(performance.now() - started)
      }
    const [first, second] = times.map(middle) as [number, number]
    least = Math.min(least, Math.abs(first - second) / Math.min(first, second))
  }
  return least
}
