import { castingOf } from '#built-in/artwork/casting.ts'
import { creditFont, titleFont } from '#built-in/artwork/fonts.ts'
import { motifs } from '#built-in/artwork/motifs/motifs.ts'
import { paletteOf } from '#built-in/artwork/palette.ts'
import {
  backdropSize,
  background,
  createCanvas,
  documentOf,
  escapeText,
  innerEdge,
  posterSize,
  vignette,
  type ArtFilm,
  type Canvas,
  type Stage,
} from '#built-in/artwork/picture.ts'
import { fixed, rect } from '#built-in/artwork/shapes.ts'
import { layoutPosterTitle, layoutSmallTitle, printable, type TitleLayout } from '#built-in/artwork/title.ts'
import { createRandom, seedOf } from '#built-in/seeded-random.ts'
import type { PosterLayout } from '#shared/drawn-posters.ts'

/** How the words of a layout are set, in user units. */
type Setting = {
  /** From the sides. */
  margin: number
  /** The last baseline of the title, and with a rule where that begins below it. */
  foot: number
  hasRule: boolean
  hasCredit: boolean
  title(text: string): TitleLayout
}

const settings: Readonly<Record<Exclude<PosterLayout, 'x'>, Setting>> = {
  f: {
    margin: 80,
    foot: 1308,
    hasRule: true,
    hasCredit: true,
    title: (text) => layoutPosterTitle(text, 168),
  },
  m: {
    margin: 80,
    foot: 1372,
    hasRule: true,
    hasCredit: false,
    title: (text) => layoutPosterTitle(text, 190),
  },
  t: { margin: 50, foot: 1440, hasRule: false, hasCredit: false, title: layoutSmallTitle },
}

const creditSize = 36

/** The poster of a film, 1000 × 1500 user units; a null `hue` is the film's own. */
export function posterSvg(film: ArtFilm, variant: number, layout: PosterLayout, hue: number | null): string {
  const canvas = canvasOf('poster', film, variant, hue)
  const text = shownTitle(film)
  // The picture makes room for the title of the full layout in all of them, so that all show the same picture.
  const room = settings.f.title(text).height
  const y = 580 - Math.max(0, room - 150) * 0.26
  const ground = background(canvas)
  const motif = drawnMotif(film, variant, { ...canvas, unit: 1000, x: 500, y, floor: y + 520 })
  const centred = createRandom(seedOf('layout', film.id, variant)).next() < 0.4
  const words = layout === 'x' ? '' : wordsOf(canvas, film, text, layout, centred)
  return documentOf(canvas, ground + motif + vignette(canvas, 0.5) + words + innerEdge(canvas))
}

function canvasOf(kind: 'poster' | 'backdrop', film: ArtFilm, variant: number, hue: number | null): Canvas {
  const own = castingOf(film.id, film.genreIds, variant).hue
  const palette = paletteOf(hue ?? own, createRandom(seedOf('palette', film.id, variant)))
  const size = kind === 'poster' ? posterSize : backdropSize
  return createCanvas(size, palette, seedOf(kind, film.id, variant))
}

function drawnMotif(film: ArtFilm, variant: number, stage: Stage): string {
  const { motif, composition } = castingOf(film.id, film.genreIds, variant)
  const compositions = motifs[motif]
  const draw = compositions[composition % compositions.length] ?? compositions[0]
  return draw(stage)
}

function wordsOf(
  canvas: Canvas,
  film: ArtFilm,
  text: string,
  layout: Exclude<PosterLayout, 'x'>,
  centred: boolean,
): string {
  const setting = settings[layout]
  const title = setting.title(text)
  const shade = layout === 't' ? lowScrim(canvas) : scrim(canvas, setting.foot - title.height)
  const credit = setting.hasCredit ? creditOf(film) : ''
  return shade + lettering(canvas, title, setting, centred ? 'middle' : 'start', credit)
}

/** A title in letters the font lacks gives way to the year, so that no poster is without a word. */
function shownTitle(film: ArtFilm): string {
  return printable(film.title, titleFont) === '' ? film.year : film.title
}

function creditOf(film: ArtFilm): string {
  return [film.director ?? '', film.year]
    .map((part) => printable(part, creditFont))
    .filter((part) => part !== '')
    .join(' · ')
}

/** Darkness rising behind the text; it begins above the title's first line. */
function scrim({ width, height, palette, paint }: Canvas, titleTop: number): string {
  const top = Math.min(height * 0.5, titleTop - 300)
  const share = (at: number) => Math.round(((at - top) / (height - top)) * 1000) / 1000
  const shade = paint.linear(
    [0, top],
    [0, height],
    [
      [0, palette.ink, 0],
      [share(Math.max(top + 60, titleTop - 60)), palette.ink, 0.52],
      [Math.max(share(height * 0.72), share(titleTop + 40)), palette.ink, 0.82],
      [1, palette.ink, 0.97],
    ],
  )
  return rect([0, top, width, height - top], shade)
}

/** Of small posters, whose titles reach nearly to the foot. */
function lowScrim({ width, height, palette, paint }: Canvas): string {
  const shade = paint.linear(
    [0, 0],
    [0, height],
    [
      [0.34, palette.ink, 0],
      [0.52, palette.ink, 0.62],
      [1, palette.ink, 0.94],
    ],
  )
  return rect([0, 0, width, height], shade)
}

/** Latin words of a right-to-left line, with the signs that belong to them. */
const latinRun = /\p{Script=Latin}(?:[\p{M}\p{N}.'’&!?-]|\p{Script=Latin}| (?=[\p{Script=Latin}\p{N}]))*/gu

function lettering(
  { width, palette }: Canvas,
  title: TitleLayout,
  { margin, foot, hasRule }: Setting,
  align: 'start' | 'middle',
  credit: string,
): string {
  // `direction="rtl"` makes resvg clip text: right-to-left lines are isolated as such and anchored by their end.
  const anchor = align === 'middle' ? 'middle' : title.rightToLeft ? 'end' : 'start'
  const x = align === 'middle' ? width / 2 : title.rightToLeft ? width - margin : margin
  const lowest = foot - (title.rightToLeft ? title.size * 0.3 : 0)
  const tracking = title.rightToLeft ? '' : ` letter-spacing="${fixed(title.size * -0.01)}"`
  const lines = title.lines.map((line, index) => {
    const y = lowest - (title.lines.length - 1 - index) * title.leading * title.size
    const text = title.rightToLeft ? `\u2067${line.replaceAll(latinRun, '\u2066$&\u2069')}\u2069` : line
    return `<text x="${fixed(x)}" y="${fixed(y)}">${escapeText(text)}</text>`
  })
  const style = `font-family="Alexandria" font-weight="800" font-size="${title.size}" fill="#ffffff" text-anchor="${anchor}"${tracking}`
  const ruleLeft = anchor === 'middle' ? x - 60 : anchor === 'end' ? x - 120 : x
  const rule = hasRule ? rect([ruleLeft, foot + 40, 120, 6], palette.pop) : ''
  const size = Math.min(creditSize, (creditSize * 840) / Math.max(1, creditFont.width(credit) * creditSize))
  const small = `<text x="${fixed(x)}" y="${foot + 108}" font-family="Rubik" font-weight="500" font-size="${fixed(size)}" fill="#ffffff" fill-opacity="0.86" text-anchor="${anchor}">${escapeText(credit)}</text>`
  return `<g ${style}>${lines.join('')}</g>${rule}${credit === '' ? '' : small}`
}

/** The backdrop of a film, 1920 × 1080 user units: its poster's motif in wide, without text. */
export function backdropSvg(film: ArtFilm, variant: number): string {
  const canvas = canvasOf('backdrop', film, variant, null)
  const { width, height, paint, palette } = canvas
  const ground = background(canvas)
  const stage = { ...canvas, unit: height, x: width * 0.55, y: height * 0.5, floor: height }
  const motif = drawnMotif(film, variant, stage)
  const scrim = paint.linear(
    [0, height * 0.45],
    [0, height],
    [
      [0, palette.ink, 0],
      [1, palette.ink, 0.6],
    ],
  )
  return documentOf(canvas, ground + motif + vignette(canvas, 0.55) + rect([0, 0, width, height], scrim))
}
