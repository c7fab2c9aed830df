import { bars } from '#built-in/artwork/motifs/bars.ts'
import { blinds, skylines } from '#built-in/artwork/motifs/blinds.ts'
import { blobs } from '#built-in/artwork/motifs/blobs.ts'
import { claws } from '#built-in/artwork/motifs/claws.ts'
import { confetti } from '#built-in/artwork/motifs/confetti.ts'
import { contours } from '#built-in/artwork/motifs/contours.ts'
import { doors } from '#built-in/artwork/motifs/door.ts'
import { historicDunes, westernDunes } from '#built-in/artwork/motifs/dunes.ts'
import { eclipses } from '#built-in/artwork/motifs/eclipse.ts'
import { orbits } from '#built-in/artwork/motifs/orbits.ts'
import { peaks } from '#built-in/artwork/motifs/peaks.ts'
import { rings } from '#built-in/artwork/motifs/rings.ts'
import { shards } from '#built-in/artwork/motifs/shards.ts'
import { waves } from '#built-in/artwork/motifs/waves.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

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
