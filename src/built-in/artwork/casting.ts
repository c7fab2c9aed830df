import { fmix32, fnv1a } from '#built-in/seeded-random.ts'
import { genreHues } from '#shared/genre-hues.ts'

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

type Motifs = readonly [MotifName, MotifName, MotifName]

/** The motifs of each genre id, the most telling first. */
const genreMotifs: ReadonlyMap<number, Motifs> = new Map<number, Motifs>([
  [28, ['shards', 'dunes', 'rings']],
  [12, ['peaks', 'dunes', 'orbits']],
  [16, ['blobs', 'peaks', 'confetti']],
  [35, ['confetti', 'blobs', 'bars']],
  [80, ['skylines', 'doors', 'shards']],
  [99, ['contours', 'blinds', 'orbits']],
  [18, ['eclipse', 'waves', 'doors']],
  [10751, ['blobs', 'confetti', 'peaks']],
  [14, ['peaks', 'orbits', 'blobs']],
  [36, ['history', 'eclipse', 'contours']],
  [27, ['claws', 'doors', 'rings']],
  [10402, ['bars', 'rings', 'confetti']],
  [9648, ['doors', 'rings', 'skylines']],
  [10749, ['waves', 'eclipse', 'blobs']],
  [878, ['orbits', 'rings', 'contours']],
  [53, ['rings', 'skylines', 'shards']],
  [10752, ['shards', 'dunes', 'contours']],
  [37, ['dunes', 'shards', 'peaks']],
])

const otherMotifs: Motifs = ['blinds', 'contours', 'eclipse']

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
  const [first = 0, second = 0] = genreIds
  const motifs = genreMotifs.get(first) ?? otherMotifs
  const hues = genreHues(genreMotifs.has(second) ? second : first)
  return {
    motif: motifs[motifOdds[(draw + variant) % 6] ?? 0],
    hue: hues[((draw >>> 8) + variant) % 4] ?? 0,
    composition: (draw >>> 16) + variant,
  }
}

/** The draw as the addresses of posters say it, such as `k3`. */
export function castingCode(filmId: number, genreIds: readonly number[], variant: number): string {
  const { motif, hue } = castingOf(filmId, genreIds, variant)
  return `${letters[motif]}${hue}`
}
