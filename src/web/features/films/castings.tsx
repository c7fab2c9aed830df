import { createContext, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { castingsOf } from '#shared/poster-castings.ts'
import { useColumns } from '#web/ui/lists/use-columns.ts'

export interface Postered {
  poster: string | null
  posterOverride?: string | null | undefined
}

/** The hue that the neighbours leave to a drawn poster; null leaves it its own. */
export const PosterHue = createContext<number | null>(null)

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

/** Gives the poster at a place of a grid (null columns: of a row) a hue that differs from those around it. */
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
