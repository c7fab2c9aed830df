import { rect } from '#built-in/artwork/shapes.ts'
import { drawnWords, type FilmPreview, type ReviewPreview } from './preview.ts'
import { byline } from './byline.ts'
import {
  colours,
  createCanvas,
  framed,
  ground,
  logo,
  stars,
  type PreviewCanvas,
  type Sketch,
} from './drawing.ts'
import { note, runsFromRight, stacked, title, type Block } from './lettering.ts'

const posterBox = { x: 72, y: 84, width: 308, height: 462, radius: 16 } as const
const defaultPoster = '/art/default-poster.webp'
const place = { x: 440, width: 688 } as const

/** Its backdrop, its poster, title and year. */
export function filmSketch(film: FilmPreview): Sketch {
  const canvas = createCanvas(runsFromRight(film.title))
  const words = drawnWords[film.locale]
  const year = film.releaseDate.slice(0, 4)
  const minutes = film.runtime > 0 ? words.minutes(film.runtime) : ''
  const facts = [year, minutes].filter((fact) => fact !== '').join(' · ')
  return around(canvas, film, [
    title(canvas, film.title, words.film, { ...place, largest: 96, lines: 4, height: 330, gap: 28 }),
    ...(facts === '' ? [] : [note(canvas, facts, { ...place, size: 36, fill: colours.muted, gap: 30 })]),
    rule(canvas),
  ])
}

/** The same with the stars and their author. */
export function reviewSketch({ locale, film, author, rating }: ReviewPreview): Sketch {
  const canvas = createCanvas(runsFromRight(film.title))
  const year = film.releaseDate.slice(0, 4)
  return around(canvas, film, [
    byline(canvas, author, { ...place, size: 76, gap: 34 }),
    title(canvas, film.title, drawnWords[locale].film, {
      ...place,
      largest: 80,
      lines: 3,
      height: 230,
      gap: 22,
    }),
    ...(year === '' ? [] : [note(canvas, year, { ...place, size: 34, fill: colours.muted, gap: 34 })]),
    rating === null
      ? rule(canvas)
      : { height: 64, gap: 0, draw: (top) => stars(canvas, place.x, top, 64, rating) },
  ])
}

function around(
  canvas: PreviewCanvas,
  { poster, backdrop }: Pick<FilmPreview, 'poster' | 'backdrop'>,
  blocks: Block[],
): Sketch {
  return canvas.finish(
    ground(canvas, backdrop, poster) +
      framed(canvas, { address: poster ?? defaultPoster, ...posterBox }) +
      stacked(blocks, 540) +
      logo(canvas),
  )
}

function rule(canvas: PreviewCanvas): Block {
  return {
    height: 8,
    gap: 0,
    draw: (top) => rect([canvas.left(place.x, 120), top, 120, 8], colours.accent, 4),
  }
}
