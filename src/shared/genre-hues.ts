type Hues = readonly [number, number, number, number]

/** The hues of drawn posters of each genre id, as sixths of the circle, the most telling first. */
const known: ReadonlyMap<number, Hues> = new Map<number, Hues>([
  [28, [0, 1, 4, 3]],
  [12, [3, 1, 2, 0]],
  [16, [5, 3, 1, 2]],
  [35, [1, 5, 3, 0]],
  [80, [4, 0, 1, 3]],
  [99, [2, 3, 1, 4]],
  [18, [5, 0, 3, 1]],
  [10751, [2, 1, 5, 3]],
  [14, [5, 3, 4, 2]],
  [36, [1, 0, 3, 2]],
  [27, [0, 5, 4, 2]],
  [10402, [5, 4, 1, 3]],
  [9648, [4, 5, 3, 0]],
  [10749, [0, 5, 4, 1]],
  [878, [4, 3, 2, 5]],
  [53, [3, 4, 0, 2]],
  [10752, [2, 1, 0, 3]],
  [37, [1, 0, 4, 5]],
])

const others: Hues = [4, 5, 3, 0]

export const genreHues = (genreId: number): Hues => known.get(genreId) ?? others

/** The middle of a hue in degrees of OKLCH. */
export const hueDegrees = (hue: number): number => 20 + 60 * hue
