import { drawOf, hueCount, type PosterDraw } from './drawn-posters.ts'

/**
 * The hues of posters in a grid, in its order: each keeps its own unless one before it in the row, above or beside
 * that has the same motif and hue; then it takes the second or the third next hue. Null for what is not drawn.
 * In one row (`columns` null) it is the two before that count.
 */
export function castingsOf(posters: readonly (string | null)[], columns: number | null): (number | null)[] {
  const cast: (PosterDraw | null)[] = []
  for (const [at, poster] of posters.entries()) {
    const own = drawOf(poster)
    if (own === null) {
      cast.push(null)
      continue
    }
    const { near, far } = neighboursOf(cast, at, columns)
    const hues = [own.hue, (own.hue + 2) % hueCount, (own.hue + 4) % hueCount]
    const free = (around: Neighbours['near']) =>
      hues.find((hue) => !around.some((other) => other?.motif === own.motif && other.hue === hue))
    // Three hues and two near neighbours: one is always free of them.
    const hue = free([...near, ...far]) ?? free(near) ?? own.hue
    cast.push({ motif: own.motif, hue })
  }
  return cast.map((draw) => draw?.hue ?? null)
}

type Neighbours = Record<'near' | 'far', readonly (PosterDraw | null | undefined)[]>

/** What is cast already around a place. */
function neighboursOf(cast: readonly (PosterDraw | null)[], at: number, columns: number | null): Neighbours {
  if (columns === null) return { near: [cast[at - 1], cast[at - 2]], far: [] }
  const column = at % columns
  const isFirst = column === 0
  const isLast = column === columns - 1
  return {
    near: [isFirst ? null : cast[at - 1], cast[at - columns]],
    far: [isFirst ? null : cast[at - columns - 1], isLast ? null : cast[at - columns + 1]],
  }
}
