import { creditFont, titleFont, type FontMetrics } from '#built-in/artwork/fonts.ts'
import { escapeText } from '#built-in/artwork/picture.ts'
import { fixed } from '#built-in/artwork/shapes.ts'
import { layoutTitle, printable } from '#built-in/artwork/title.ts'
import { colours, previewSize, type PreviewCanvas } from './drawing.ts'

interface Face {
  metrics: FontMetrics
  /** Attributes of a text element. */
  style: string
}

const display: Face = { metrics: titleFont, style: 'font-family="Alexandria" font-weight="800"' }
const plain: Face = { metrics: creditFont, style: 'font-family="Rubik" font-weight="500"' }

const firstStrong = /\p{L}/u
const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** By the first letter, as `dir="auto"` does. */
export function runsFromRight(text: string): boolean {
  return rightToLeftLetter.test(firstStrong.exec(text)?.[0] ?? '')
}

/** One of the parts of a text that stand below each other. */
export interface Block {
  height: number
  /** Below it, when another follows. */
  gap: number
  draw(top: number): string
}

/** Where stacked blocks begin at the earliest: the margin at the top. */
const topEdge = 60

/** Blocks below each other, centred between that and a height. */
export function stacked(blocks: readonly Block[], to: number): string {
  const total = blocks.reduce(
    (sum, block, index) => sum + block.height + (index < blocks.length - 1 ? block.gap : 0),
    0,
  )
  let top = Math.max(topEdge, (topEdge + to - total) / 2)
  let drawn = ''
  for (const block of blocks) {
    drawn += block.draw(top)
    top += block.height + block.gap
  }
  return drawn
}

interface Place {
  /** Where lines begin, from the left of a drawing that is not mirrored. */
  x: number
  width: number
}

/** `direction="rtl"` makes resvg clip text: lines from the right are isolated as such and anchored by their end. */
function line(
  canvas: PreviewCanvas,
  text: string,
  face: Face,
  at: { x: number; y: number; size: number; fill: string },
): string {
  const shown = runsFromRight(text) ? `\u2067${text}\u2069` : text
  const x = canvas.isRightToLeft ? previewSize.width - at.x : at.x
  const anchor = canvas.isRightToLeft ? 'end' : 'start'
  return `<text x="${fixed(x)}" y="${fixed(at.y)}" ${face.style} font-size="${fixed(at.size)}" fill="${at.fill}" text-anchor="${anchor}">${escapeText(shown)}</text>`
}

/**
 * A title in as large letters as the place has room for. Letters that neither face has are left out; where none is
 * left, `instead` stands for it.
 */
export function title(
  canvas: PreviewCanvas,
  text: string,
  instead: string,
  place: Place & { largest: number; lines: number; height: number; gap: number },
): Block {
  const letters = (face: Face) => printable(text, face.metrics).length
  const face = letters(plain) > letters(display) ? plain : display
  const shown = letters(face) > 0 ? text : instead
  const limits = {
    width: place.width,
    height: place.height,
    lines: place.lines,
    smallest: 36,
    leading: 1.12,
    upperCase: false,
  }
  const { lines, size, leading, rightToLeft } = layoutTitle(shown, face.metrics, place.largest, limits)
  const ascent = rightToLeft ? 0.92 : 0.76
  return {
    height: (ascent + 0.24 + (lines.length - 1) * leading) * size,
    gap: place.gap,
    draw: (top) =>
      lines
        .map((row, index) =>
          line(canvas, row, face, {
            x: place.x,
            y: top + (ascent + index * leading) * size,
            size,
            fill: colours.text,
          }),
        )
        .join(''),
  }
}

/** A line of plain text, made smaller where it would be too wide. */
export function note(
  canvas: PreviewCanvas,
  text: string,
  place: Place & { size: number; fill: string; gap: number },
): Block {
  const shown = printable(text, plain.metrics)
  const size = Math.min(place.size, place.width / Math.max(0.1, plain.metrics.width(shown)))
  return {
    height: place.size,
    gap: place.gap,
    draw: (top) =>
      line(canvas, shown, plain, { x: place.x, y: top + place.size * 0.8, size, fill: place.fill }),
  }
}
