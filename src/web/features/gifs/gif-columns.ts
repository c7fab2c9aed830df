/** A GIF's place in the grid; `top` and `span` are in units of which a column is `columnUnits` wide. */
export interface GifCell {
  column: number
  top: number
  span: number
}

export const columnUnits = 64
/** Between two GIFs, in both directions. */
export const gapUnits = 3

/** Neither a stripe nor a tower, whatever a source says; a square where it says nothing. */
function heightOf({ width, height }: { width: number; height: number }): number {
  const ratio = width > 0 && height > 0 ? height / width : 1
  return Math.round(columnUnits * Math.min(Math.max(ratio, 0.4), 2))
}

/**
 * Two columns with reserved heights: each GIF goes below the shorter one, so what is there never moves when
 * more comes.
 */
export function placeGifs(gifs: readonly { width: number; height: number }[]): GifCell[] {
  const ends: [number, number] = [0, 0]
  return gifs.map((gif) => {
    const column = ends[1] < ends[0] ? 1 : 0
    const top = ends[column]
    const span = heightOf(gif) + gapUnits
    ends[column] = top + span
    return { column, top, span }
  })
}

export type Direction = 'up' | 'down' | 'before' | 'after'

/** Which GIF an arrow leads to; null when there is none that way. */
export function gifBeside(places: readonly GifCell[], at: number, direction: Direction): number | null {
  const from = places[at]
  if (!from) return null
  const indices = places.map((_, index) => index)
  if (direction === 'up' || direction === 'down') {
    const inColumn = indices.filter((index) => places[index]?.column === from.column)
    return inColumn[inColumn.indexOf(at) + (direction === 'down' ? 1 : -1)] ?? null
  }
  if (from.column === (direction === 'before' ? 0 : 1)) return null
  const middle = (place: GifCell | undefined) => (place ? place.top + place.span / 2 : Infinity)
  const distance = (index: number) => Math.abs(middle(places[index]) - middle(from))
  const beside = indices.filter((index) => places[index]?.column !== from.column)
  return beside.sort((a, b) => distance(a) - distance(b))[0] ?? null
}
