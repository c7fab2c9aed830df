import type { PosterLayout } from '#shared/drawn-posters.ts'

/** The picture addresses of the catalogue: the film database's `/t/p/{size}/{file}`, with files of our own making. */

export type PictureKind = 'poster' | 'backdrop' | 'profile'

export type DrawnPicture = {
  kind: PictureKind
  /** The film's id, or the person's for a profile. */
  id: number
  variant: number
  /** The canonical size name, such as `w500`. */
  size: string
  /** Pixels. */
  width: number
  height: number
  /** Of posters: the hue instead of the film's own, and the layout instead of that of the size. */
  hue: number | null
  layout: PosterLayout | null
  /** Of posters: in which the title is lettered; null for English, and where there are no letters. */
  language: 'ar' | 'fr' | null
}

type Size = readonly [width: number, height: number]

/** How many pictures of each kind a film or person has. */
export const variantCount = 6

export const pictureSizes: Readonly<Record<PictureKind, ReadonlyMap<string, Size>>> = {
  poster: new Map([
    ['w92', [92, 138]],
    ['w154', [154, 231]],
    ['w185', [185, 278]],
    ['w240', [240, 360]],
    ['w342', [342, 513]],
    ['w500', [500, 750]],
    ['w780', [780, 1170]],
    ['original', [1000, 1500]],
  ]),
  backdrop: new Map([
    ['w300', [300, 169]],
    ['w780', [780, 439]],
    ['w1280', [1280, 720]],
    ['original', [1920, 1080]],
  ]),
  profile: new Map([
    ['w45', [45, 68]],
    ['w185', [185, 278]],
    ['h632', [421, 632]],
    ['original', [1000, 1500]],
  ]),
}

const fileName =
  /^(poster|backdrop|profile)([1-9]\d{0,9})-([0-5])(?:-[a-n]([0-5]))?(?:-([fmtx]))?(?:\.(ar|en|fr))?\.(?:jpg|webp)$/

/**
 * Reads the two parts after `/t/p/`, such as `w500` and `poster603-0.jpg`. Null for anything that is not
 * exactly one of our pictures in one of its sizes; posters at w300 are served at w342. The letter of a poster's motif
 * says what is drawn and asks for nothing.
 */
export function parsePicturePath(size: string, file: string): DrawnPicture | null {
  const [, kindName, id, variant, hue, layout, language] = fileName.exec(file) ?? []
  const kind = (['poster', 'backdrop', 'profile'] as const).find((name) => name === kindName)
  if (kind === undefined || (kind !== 'poster' && (hue ?? layout ?? language) !== undefined)) return null
  const canonical = kind === 'poster' && size === 'w300' ? 'w342' : size
  const pixels = pictureSizes[kind].get(canonical)
  if (pixels === undefined) return null
  return {
    kind,
    id: Number(id),
    variant: Number(variant),
    size: canonical,
    width: pixels[0],
    height: pixels[1],
    hue: hue === undefined ? null : Number(hue),
    layout: (['f', 'm', 't', 'x'] as const).find((name) => name === layout) ?? null,
    language: layout === 'x' ? null : ((['ar', 'fr'] as const).find((name) => name === language) ?? null),
  }
}
