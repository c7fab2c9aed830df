import type { MotifName } from '#built-in/artwork/casting.ts'
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
import type { Motif } from '#built-in/artwork/picture.ts'

export const motifs: Readonly<Record<MotifName, Motif>> = {
  bars,
  blinds,
  blobs,
  claws,
  confetti,
  contours,
  doors,
  dunes: westernDunes,
  eclipse: eclipses,
  history: historicDunes,
  orbits,
  peaks,
  rings,
  shards,
  skylines,
  waves,
}
