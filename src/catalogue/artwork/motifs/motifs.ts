import { bars } from '#catalogue/artwork/motifs/bars.ts'
import { blinds, skylines } from '#catalogue/artwork/motifs/blinds.ts'
import { blobs } from '#catalogue/artwork/motifs/blobs.ts'
import { claws } from '#catalogue/artwork/motifs/claws.ts'
import { confetti } from '#catalogue/artwork/motifs/confetti.ts'
import { contours } from '#catalogue/artwork/motifs/contours.ts'
import { doors } from '#catalogue/artwork/motifs/door.ts'
import { historicDunes, westernDunes } from '#catalogue/artwork/motifs/dunes.ts'
import { eclipses } from '#catalogue/artwork/motifs/eclipse.ts'
import { orbits } from '#catalogue/artwork/motifs/orbits.ts'
import { peaks } from '#catalogue/artwork/motifs/peaks.ts'
import { rings } from '#catalogue/artwork/motifs/rings.ts'
import { shards } from '#catalogue/artwork/motifs/shards.ts'
import { waves } from '#catalogue/artwork/motifs/waves.ts'
import type { Composition, Motif } from '#catalogue/artwork/stage.ts'

/** The motif of each genre id, as its compositions. */
export const motifOfGenre: ReadonlyMap<number, Motif> = new Map([
  [28, shards],
  [12, peaks],
  [16, blobs],
  [35, confetti],
  [80, skylines],
  [99, contours],
  [18, eclipses],
  [10751, blobs],
  [14, peaks],
  [36, historicDunes],
  [27, claws],
  [10402, bars],
  [9648, doors],
  [10749, waves],
  [878, orbits],
  [53, rings],
  [10752, shards],
  [37, westernDunes],
])

/** The composition number `choice` of a film's first genre; counts on from the last to the first. */
export function compositionOf(genreIds: readonly number[], choice: number): Composition {
  const motif = motifOfGenre.get(genreIds[0] ?? 0) ?? blinds
  return motif[choice % motif.length] ?? motif[0]
}
