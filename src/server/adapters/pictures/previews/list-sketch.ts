import { drawnWords, filmsCounted, type ListPreview } from './preview.ts'
import { byline } from './byline.ts'
import { colours, createCanvas, framed, ground, logo, type PreviewCanvas, type Sketch } from './drawing.ts'
import { note, runsFromRight, stacked, title } from './lettering.ts'

const place = { x: 72, width: 528 }
/** Where the posters begin; the last ones may reach over the edge. */
const postersFrom = 664

/** Posters of its first films, title, owner and number of films. */
export function listSketch(list: ListPreview): Sketch {
  const canvas = createCanvas(runsFromRight(list.title))
  const text = list.posters.length === 0 && list.cover === null ? { ...place, width: 1056 } : place
  return canvas.finish(
    ground(canvas, list.cover, list.posters[0] ?? null) +
      posters(canvas, list.posters) +
      stacked(
        [
          title(canvas, list.title, drawnWords[list.locale].list, {
            ...text,
            largest: 80,
            lines: 4,
            height: 290,
            gap: 26,
          }),
          note(canvas, filmsCounted(list.filmsCount, list.locale), {
            ...text,
            size: 36,
            fill: colours.accentText,
            gap: 36,
          }),
          byline(canvas, list.author, { ...text, size: 68, gap: 0 }),
        ],
        540,
      ) +
      logo(canvas),
  )
}

/** Beside each other, the first in front; a single one larger. */
function posters(canvas: PreviewCanvas, addresses: readonly string[]): string {
  const [only] = addresses
  if (only !== undefined && addresses.length === 1)
    return framed(canvas, { address: only, x: 780, y: 78, width: 300, height: 450, radius: 16 })
  const step = addresses.length === 2 ? 250 : addresses.length === 3 ? 150 : 132
  return addresses
    .map((address, index) => ({ address, index }))
    .toReversed()
    .map(({ address, index }) =>
      framed(canvas, {
        address,
        x: postersFrom + index * step,
        y: 120 + index * 14,
        width: 244 - index * 16,
        height: 366 - index * 24,
        radius: 14,
      }),
    )
    .join('')
}
