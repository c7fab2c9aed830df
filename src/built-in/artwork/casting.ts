import { fmix32, fnv1a } from '#built-in/seeded-random.ts'

export type MotifName =
  | 'bars'
  | 'blinds'
  | 'blobs'
  | 'claws'
  | 'confetti'
  | 'contours'
  | 'doors'
  | 'dunes'
  | 'eclipse'
  | 'history'
  | 'orbits'
  | 'peaks'
  | 'rings'
  | 'shards'
  | 'skylines'
  | 'waves'

/** What addresses call the motifs. Those that look alike share a letter. */
const letters: Readonly<Record<MotifName, string>> = {
  bars: 'a',
  blinds: 'b',
  skylines: 'b',
  blobs: 'c',
  claws: 'd',
  confetti: 'e',
  contours: 'f',
  doors: 'g',
  dunes: 'h',
  history: 'h',
  eclipse: 'i',
  orbits: 'j',
  peaks: 'k',
  rings: 'l',
  shards: 'm',
  waves: 'n',
}

type Mood = {
  motifs: readonly [MotifName, MotifName, MotifName]
  /** Hues as sixths of the circle, see `paletteOf`. */
  hues: readonly [number, number, number, number]
}

/** The motifs and hues of each genre id, the most telling first. */
const moods: ReadonlyMap<number, Mood> = new Map([
  [28, { motifs: ['shards', 'dunes', 'rings'], hues: [0, 1, 4, 3] }],
  [12, { motifs: ['peaks', 'dunes', 'orbits'], hues: [3, 1, 2, 0] }],
  [16, { motifs: ['blobs', 'peaks', 'confetti'], hues: [5, 3, 1, 2] }],
  [35, { motifs: ['confetti', 'blobs', 'bars'], hues: [1, 5, 3, 0] }],
  [80, { motifs: ['skylines', 'doors', 'shards'], hues: [4, 0, 1, 3] }],
  [99, { motifs: ['contours', 'blinds', 'orbits'], hues: [2, 3, 1, 4] }],
  [18, { motifs: ['eclipse', 'waves', 'doors'], hues: [5, 0, 3, 1] }],
  [10751, { motifs: ['blobs', 'confetti', 'peaks'], hues: [2, 1, 5, 3] }],
  [14, { motifs: ['peaks', 'orbits', 'blobs'], hues: [5, 3, 4, 2] }],
  [36, { motifs: ['history', 'eclipse', 'contours'], hues: [1, 0, 3, 2] }],
  [27, { motifs: ['claws', 'doors', 'rings'], hues: [0, 5, 4, 2] }],
  [10402, { motifs: ['bars', 'rings', 'confetti'], hues: [5, 4, 1, 3] }],
  [9648, { motifs: ['doors', 'rings', 'skylines'], hues: [4, 5, 3, 0] }],
  [10749, { motifs: ['waves', 'eclipse', 'blobs'], hues: [0, 5, 4, 1] }],
  [878, { motifs: ['orbits', 'rings', 'contours'], hues: [4, 3, 2, 5] }],
  [53, { motifs: ['rings', 'skylines', 'shards'], hues: [3, 4, 0, 2] }],
  [10752, { motifs: ['shards', 'dunes', 'contours'], hues: [2, 1, 0, 3] }],
  [37, { motifs: ['dunes', 'shards', 'peaks'], hues: [1, 0, 4, 5] }],
])

const otherMood: Mood = { motifs: ['blinds', 'contours', 'eclipse'], hues: [4, 5, 3, 0] }

/** A genre's first motif is the usual one. */
const motifOdds = [0, 0, 0, 1, 1, 2] as const

type Casting = {
  motif: MotifName
  /** 0 to 5. */
  hue: number
  /** Which of the motif's compositions; counts on from the last to the first. */
  composition: number
}

/**
 * What a film's pictures show, fixed for ever: the motif of its first genre, the hue of its second where it has one,
 * both drawn by the film's id. Variants turn all three.
 */
export function castingOf(filmId: number, genreIds: readonly number[], variant: number): Casting {
  const draw = fmix32(fnv1a(`film:${filmId}`))
  const mood = moods.get(genreIds[0] ?? 0) ?? otherMood
  const tint = moods.get(genreIds[1] ?? 0) ?? mood
  return {
    motif: mood.motifs[motifOdds[(draw + variant) % 6] ?? 0],
    hue: tint.hues[((draw >>> 8) + variant) % 4] ?? 0,
    composition: (draw >>> 16) + variant,
  }
}

/** The draw as the addresses of posters say it, such as `k3`. */
export function castingCode(filmId: number, genreIds: readonly number[], variant: number): string {
  const { motif, hue } = castingOf(filmId, genreIds, variant)
  return `${letters[motif]}${hue}`
}
