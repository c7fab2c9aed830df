/**
 * The addresses of drawn posters, such as `/poster603-0-k3-t.ar.jpg`: film, variant, what is drawn (a letter for the
 * motif, a digit for the hue), the layout and the language of the title. All of the latter may be missing.
 */
const address = /\/poster([1-9]\d{0,9}-[0-5])(?:-([a-n])([0-5]))?(?:-[fmtx])?(?:\.(?:ar|en|fr))?\.(jpg|webp)$/

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

/** How an address asks for a poster. */
interface PosterWish {
  layout: PosterLayout
  /** Instead of the film's own; null for that. */
  hue: number | null
  /** In which the title is shown, ISO 639-1; posters are English unless they are in another language of Scene. */
  language: string
}

/** The same poster as it is wished for. Other addresses stay as they are. */
export function withLayout(poster: string, { layout, hue, language }: PosterWish): string {
  const isOther = layout !== 'x' && (language === 'ar' || language === 'fr')
  return poster.replace(
    address,
    (_, picture: string, motif: string | undefined, own: string, type: string) => {
      const draw = motif === undefined ? '' : `-${motif}${hue ?? own}`
      return `/poster${picture}${draw}-${layout}${isOther ? `.${language}` : ''}.${type}`
    },
  )
}

/** The address without what is drawn, how and in which language: the same for every address of one poster. */
export function posterIdentity(poster: string): string {
  return poster.replace(address, '/poster$1.$4')
}
