import { creditFont, titleFont } from '#built-in/artwork/fonts.ts'
import { compositionOf } from '#built-in/artwork/motifs/motifs.ts'
import { huesOf } from '#built-in/artwork/palette.ts'
import {
  type ArtFilm,
  type Canvas,
  backdropSize,
  background,
  createCanvas,
  documentOf,
  escapeText,
  filmLook,
  innerEdge,
  posterSize,
  vignette,
} from '#built-in/artwork/picture.ts'
import { fixed, rect } from '#built-in/artwork/shapes.ts'
import { type TitleLayout, layoutTitle, printable } from '#built-in/artwork/title.ts'
import { createRandom, seedOf } from '#built-in/seeded-random.ts'

/** Widths up to 154 px take the small layout: a larger title and no credit line. */
type WidthClass = 'small' | 'large'

const margin = 80
const largestTitle = { large: 168, small: 190 } as const
/** The last baseline of the title, and where the rule under it begins. */
const titleFoot = { large: 1308, small: 1372 } as const
const creditSize = 36

/** The poster of a film, 1000 × 1500 user units. */
export function posterSvg(film: ArtFilm, variant: number, widthClass: WidthClass): string {
  const { palette, choice } = filmLook(film.id, variant, huesOf(film.genreIds))
  const canvas = createCanvas(posterSize, palette, seedOf('poster', film.id, variant))
  const text = shownTitle(film)
  // The picture makes room for the large title in both layouts, so that both show the same picture.
  const room = layoutTitle(text, titleFont, largestTitle.large).height
  const y = 580 - Math.max(0, room - 150) * 0.26
  const ground = background(canvas)
  const motif = compositionOf(film.genreIds, choice)({ ...canvas, unit: 1000, x: 500, y, floor: y + 520 })
  const title = layoutTitle(text, titleFont, largestTitle[widthClass])
  const centred = createRandom(seedOf('layout', film.id, variant)).next() < 0.4
  return documentOf(
    canvas,
    ground +
      motif +
      vignette(canvas, 0.5) +
      scrim(canvas, titleFoot[widthClass] - title.height) +
      lettering(canvas, title, widthClass, centred ? 'middle' : 'start', creditOf(film)) +
      innerEdge(canvas),
  )
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

function lettering(
  { width, palette }: Canvas,
  title: TitleLayout,
  widthClass: WidthClass,
  align: 'start' | 'middle',
  credit: string,
): string {
  // `direction="rtl"` makes resvg clip text: right-to-left lines are anchored by their end instead.
  const anchor = align === 'middle' ? 'middle' : title.rightToLeft ? 'end' : 'start'
  const x = align === 'middle' ? width / 2 : title.rightToLeft ? width - margin : margin
  const foot = titleFoot[widthClass] - (title.rightToLeft ? title.size * 0.3 : 0)
  const tracking = title.rightToLeft ? '' : ` letter-spacing="${fixed(title.size * -0.01)}"`
  const lines = title.lines.map((line, index) => {
    const y = foot - (title.lines.length - 1 - index) * title.leading * title.size
    return `<text x="${fixed(x)}" y="${fixed(y)}">${escapeText(line)}</text>`
  })
  const style = `font-family="Alexandria" font-weight="800" font-size="${title.size}" fill="#ffffff" text-anchor="${anchor}"${tracking}`
  const ruleLeft = anchor === 'middle' ? x - 60 : anchor === 'end' ? x - 120 : x
  const rule = rect([ruleLeft, titleFoot[widthClass] + 40, 120, 6], palette.pop)
  const size = Math.min(creditSize, (creditSize * 840) / Math.max(1, creditFont.width(credit) * creditSize))
  const small = `<text x="${fixed(x)}" y="${titleFoot.large + 108}" font-family="Rubik" font-weight="500" font-size="${fixed(size)}" fill="#ffffff" fill-opacity="0.86" text-anchor="${anchor}">${escapeText(credit)}</text>`
  return `<g ${style}>${lines.join('')}</g>${rule}${widthClass === 'large' && credit !== '' ? small : ''}`
}

/** The backdrop of a film, 1920 × 1080 user units: its poster's motif in wide, without text. */
export function backdropSvg(film: ArtFilm, variant: number): string {
  const { palette, choice } = filmLook(film.id, variant, huesOf(film.genreIds))
  const canvas = createCanvas(backdropSize, palette, seedOf('backdrop', film.id, variant))
  const { width, height, paint } = canvas
  const ground = background(canvas)
  const stage = { ...canvas, unit: height, x: width * 0.55, y: height * 0.5, floor: height }
  const motif = compositionOf(film.genreIds, choice)(stage)
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
