import { layoutFor, withLayout } from '#shared/drawn-posters.ts'
import defaultAvatar from './default-avatar.svg?no-inline'
import defaultBackdrop from './default-backdrop.svg?no-inline'
import defaultPoster from './default-poster.svg?no-inline'

export { defaultAvatar, defaultBackdrop, defaultPoster }

type PictureSize =
  | 'w45'
  | 'w92'
  | 'w154'
  | 'w185'
  | 'w240'
  | 'w300'
  | 'w342'
  | 'w500'
  | 'h632'
  | 'w780'
  | 'w1280'
  | 'original'

const posterWidths = [92, 154, 185, 240, 342, 500, 780] as const
const backdropWidths = [300, 780, 1280] as const
const logoWidths = [45, 92, 154] as const
const titleLogoWidths = [185, 300, 500] as const

const proxied = /^\/t\/p\/[^/]+(\/.+)$/

interface PictureSource {
  src: string
  srcSet?: string | undefined
}

/** With how wide it is shown, as `sizes` of an `img` says it. */
export type SizedPicture = PictureSource & { sizes: string }

/**
 * The address on our origin of a raw path of the film source (`/abc.jpg`) or of a ready address
 * (`/t/p/w500/abc.jpg`), in the wanted size. Other addresses (`/media/…`) have one size and stay.
 */
export function pictureUrl(path: string, size: PictureSize): string {
  const known = proxied.exec(path)
  if (known) return `/t/p/${size}${known[1]}`
  return path.startsWith('/media/') || path.startsWith('/art/') ? path : `/t/p/${size}${path}`
}

function source(path: string, size: PictureSize, widths: readonly number[]): PictureSource {
  const src = pictureUrl(path, size)
  if (!proxied.test(src)) return { src }
  return {
    src,
    srcSet: widths.map((width) => `${pictureUrl(path, `w${width}` as PictureSize)} ${width}w`).join(', '),
  }
}

interface PosterOptions {
  /** `sizes` of the `img`: a list of `(min-width: …px) length`, the last one without a condition. */
  sizes: string
  /** The hue of a drawn poster, instead of its own (see `castingsOf`). */
  hue?: number | null | undefined
  /** The language of the title beside it, in which a drawn poster is lettered. */
  language: string
}

/** What may be the address of a picture, the wanted one first: override, film, … */
export type Candidates = readonly (string | null | undefined)[]

/**
 * `src`, `srcSet` and `sizes` of the first poster that is there; null without one. Drawn ones show as many words as can be
 * read at that width.
 */
export function posterOf(
  candidates: Candidates,
  { sizes, hue = null, language }: PosterOptions,
): SizedPicture | null {
  const path = candidates.find((candidate) => candidate)
  if (!path) return null
  const layout = layoutFor(shownWidth(sizes))
  return { ...source(withLayout(path, { layout, hue, language }), 'w500', posterWidths), sizes }
}

/** `posterOf`, with the default poster when there is none. */
export const posterSource = (candidates: Candidates, options: PosterOptions): SizedPicture =>
  posterOf(candidates, options) ?? { src: defaultPoster, sizes: options.sizes }

/** CSS pixels, in this window; lengths are in px or vw. */
function shownWidth(sizes: string): number {
  const lengths = sizes.split(/,\s*/).map((part) => /^(?:\(min-width: (\d+)px\) )?(.+)$/.exec(part) ?? [])
  const length = lengths.find(([, least = '0']) => window.innerWidth >= Number(least))?.[2] ?? ''
  const number = Number.parseFloat(length)
  if (Number.isNaN(number)) return Infinity
  return length.endsWith('vw') ? (number * window.innerWidth) / 100 : number
}

/** `src` and `srcSet` of the first 16:9 picture that is there; null without one. */
export function backdropOf(...candidates: Candidates): PictureSource | null {
  const path = candidates.find((candidate) => candidate)
  return path ? source(path, 'w1280', backdropWidths) : null
}

/** `backdropOf`, with the default backdrop when there is none. */
export const backdropSource = (...candidates: Candidates): PictureSource =>
  backdropOf(...candidates) ?? { src: defaultBackdrop }

export function avatarUrl(avatar: string | null | undefined): string {
  return avatar || defaultAvatar
}

/**
 * The sizes in which the film source has the portrait at a ready address or raw path; 632 is a height.
 * Nothing where there is none.
 */
export function portraitSource(profile: string | null): Partial<PictureSource> {
  if (profile === null) return {}
  const large = pictureUrl(profile, 'h632')
  return {
    src: large,
    srcSet: `${pictureUrl(profile, 'w45')} 45w, ${pictureUrl(profile, 'w185')} 185w, ${large} 421w`,
  }
}

/** A film's drawn title, of any shape. */
export const titleLogoSource = (path: string) => source(path, 'w500', titleLogoWidths)

/** The logo of a service, `size` CSS pixels wide. */
export const logoSource = (path: string, size: number) => ({
  ...source(path, 'w92', logoWidths),
  sizes: `${size}px`,
})
