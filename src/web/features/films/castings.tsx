import { createContext, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { drawOf, hueCount, type PosterDraw } from '#shared/drawn-posters.ts'
import { useColumns } from '#web/ui/lists/use-columns.ts'

export interface Postered {
  poster: string | null
  posterOverride?: string | null | undefined
}

/** The hue that the neighbours leave to a drawn poster; null leaves it its own. */
export const PosterHue = createContext<number | null>(null)

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

/** The hue at a place of a grid or a row, found once for each number of columns. */
function hueFinder(
  posters: readonly (string | null)[],
): (at: number, columns: number | null) => number | null {
  const known = new Map<number | null, (number | null)[]>()
  return (at, columns) => {
    const hues = known.get(columns) ?? castingsOf(posters, columns)
    known.set(columns, hues)
    return hues[at] ?? null
  }
}

/** Wraps what stands at a place of a grid (null columns: a row), so that its poster differs from those around it. */
export function useCastings(
  films: readonly Postered[],
): (at: number, columns: number | null, tile: ReactNode) => ReactNode {
  const hueAt = useMemo(
    () => hueFinder(films.map(({ poster, posterOverride }) => posterOverride ?? poster)),
    [films],
  )
  return (at, columns, tile) => {
    const hue = hueAt(at, columns)
    return <PosterHue value={hue}>{tile}</PosterHue>
  }
}

/**
 * The same for a grid whose columns only its stylesheet knows, where they are not given; the reference is for the grid
 * itself.
 */
export function useGridCastings(
  films: readonly Postered[],
  given?: number,
): [RefObject<HTMLUListElement | null>, (at: number, tile: ReactNode) => ReactNode] {
  const grid = useRef<HTMLUListElement>(null)
  const columns = useColumns(grid, given)
  const cast = useCastings(films)
  return [grid, (at, tile) => cast(at, columns, tile)]
}
