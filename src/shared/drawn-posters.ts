/**
 * The addresses of drawn posters, such as `/poster603-0-k3-t.jpg`: film, variant, what is drawn (a letter for the
 * motif, a digit for the hue) and the layout. Both of the latter may be missing.
 */
const address = /\/poster([1-9]\d{0,9}-[0-5])(?:-([a-n])([0-5]))?(?:-[fmtx])?\.(jpg|webp)$/

/** How many hues there are, sixty degrees apart. */
export const hueCount = 6

/** What of its words a poster shows: all (`f`), no credit (`m`), only the title (`t`), nothing (`x`). */
export type PosterLayout = 'f' | 'm' | 't' | 'x'

/** The layout that can be read on a poster this wide, in CSS pixels. */
export function layoutFor(width: number): PosterLayout {
  return width >= 140 ? 'f' : width >= 100 ? 'm' : width >= 48 ? 't' : 'x'
}

/** What a drawn poster shows: those that share both look alike. Motifs are letters, hues 0 to 5. */
export interface PosterDraw {
  motif: string
  hue: number
}

/** Null for what is no drawn poster, and for addresses that do not say. */
export function drawOf(poster: string | null | undefined): PosterDraw | null {
  const [, , motif, hue] = address.exec(poster ?? '') ?? []
  return motif === undefined ? null : { motif, hue: Number(hue) }
}

/** The same poster in a layout, and in another hue where one is given. Other addresses stay as they are. */
export function withLayout(poster: string, layout: PosterLayout, hue: number | null): string {
  return poster.replace(
    address,
    (_, picture: string, motif: string | undefined, own: string, type: string) => {
      const draw = motif === undefined ? '' : `-${motif}${hue ?? own}`
      return `/poster${picture}${draw}-${layout}.${type}`
    },
  )
}

/** The address without what is drawn and how: the same for every address of one poster. */
export function posterIdentity(poster: string): string {
  return poster.replace(address, '/poster$1.$4')
}
