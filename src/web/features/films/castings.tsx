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
 */
export function castingsOf(posters: readonly (string | null)[], columns: number): (number | null)[] {
  const cast: (PosterDraw | null)[] = []
  for (const [at, poster] of posters.entries()) {
    const own = drawOf(poster)
    if (own === null) {
      cast.push(null)
      continue
    }
    const column = at % columns
    const before = column > 0 ? cast[at - 1] : null
    const above = cast[at - columns]
    const corners = [
      column > 0 ? cast[at - columns - 1] : null,
      column < columns - 1 ? cast[at - columns + 1] : null,
    ]
    const hues = [own.hue, (own.hue + 2) % hueCount, (own.hue + 4) % hueCount]
    const free = (around: readonly (PosterDraw | null | undefined)[]) =>
      hues.find((hue) => !around.some((other) => other?.motif === own.motif && other.hue === hue))
    // Three hues and two neighbours: one is always free of the nearest.
    const hue = free([before, above, ...corners]) ?? free([before, above]) ?? own.hue
    cast.push({ motif: own.motif, hue })
  }
  return cast.map((draw) => draw?.hue ?? null)
}

/** The hue at a place of a grid, found once for each number of columns. */
function hueFinder(posters: readonly (string | null)[]): (at: number, columns: number) => number | null {
  const known = new Map<number, (number | null)[]>()
  return (at, columns) => {
    const hues = known.get(columns) ?? castingsOf(posters, columns)
    known.set(columns, hues)
    return hues[at] ?? null
  }
}

/** Wraps what stands at a place of a grid, so that the poster in it differs from those around it. */
export function useCastings(
  films: readonly Postered[],
): (at: number, columns: number, tile: ReactNode) => ReactNode {
  const hueAt = useMemo(
    () => hueFinder(films.map(({ poster, posterOverride }) => posterOverride ?? poster)),
    [films],
  )
  return (at, columns, tile) => {
    const hue = hueAt(at, columns)
    return <PosterHue value={hue}>{tile}</PosterHue>
  }
}

/** The same for a grid whose columns only its stylesheet knows; the reference is for the grid itself. */
export function useGridCastings(
  films: readonly Postered[],
): [RefObject<HTMLUListElement | null>, (at: number, tile: ReactNode) => ReactNode] {
  const grid = useRef<HTMLUListElement>(null)
  const columns = useColumns(grid)
  const cast = useCastings(films)
  return [grid, (at, tile) => cast(at, columns, tile)]
}
