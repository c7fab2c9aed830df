import { circle, createPaint, fixed, path, rect, star, type Paint } from '#built-in/artwork/shapes.ts'

/** What social networks show large (https://ogp.me); pixels and user units. */
export const previewSize = { width: 1200, height: 630 } as const

/** The dark tokens of the app (src/web/styles/tokens.css). */
export const colours = {
  background: '#0b0a10',
  raised: '#1c1927',
  control: '#7a7296',
  text: '#f4f2f8',
  muted: '#d6d0e2',
  accent: '#7c3aed',
  accentText: '#b9a3ff',
  star: '#f6c54b',
  scrim: '#08070c',
} as const

/** A picture in a drawing: an address on our own origin, and the box that it fills. */
export interface PictureSource {
  address: string
  width: number
  height: number
  blurred: boolean
}

export interface Sketch {
  svg: string
  sources: PictureSource[]
}

/** A drawing in the making. Right-to-left ones are mirrored: what is said to be left of them comes out on the right. */
export interface PreviewCanvas {
  paint: Paint
  isRightToLeft: boolean
  /** A picture whose upper left corner is at `x` and `y`. */
  picture(
    source: Omit<PictureSource, 'blurred'> & { blurred?: true; x: number; y: number; radius?: number },
  ): string
  /** A box with its left edge at `x`, as far from the right edge in a mirrored drawing. */
  left(x: number, width: number): number
  finish(content: string): Sketch
}

export function createCanvas(isRightToLeft: boolean): PreviewCanvas {
  const { width: whole, height } = previewSize
  const paint = createPaint()
  const sources: PictureSource[] = []
  const left = (x: number, width: number) => (isRightToLeft ? whole - x - width : x)
  return {
    paint,
    isRightToLeft,
    left,
    picture({ address, width, height: high, blurred = false, x, y, radius = 0 }) {
      const number = sources.push({ address, width, height: high, blurred }) - 1
      const at = left(x, width)
      const used = `<use href="#picture${number}" x="${fixed(at)}" y="${fixed(y)}"/>`
      const box = rect([at, y, width, high], colours.raised, radius)
      return radius > 0 ? box + paint.clip(rounded(at, y, width, high, radius), used) : used
    },
    finish(content) {
      const size = `width="${whole}" height="${height}" viewBox="0 0 ${whole} ${height}"`
      const ground = rect([0, 0, whole, height], colours.background)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${paint.definitions()}</defs>${ground}${content}</svg>`
      return { svg, sources }
    },
  }
}

function rounded(x: number, y: number, width: number, height: number, radius: number): string {
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  const across = fixed(width - 2 * radius)
  const down = fixed(height - 2 * radius)
  return (
    `M${fixed(x + radius)} ${fixed(y)}h${across}${arc(radius, radius)}v${down}${arc(-radius, radius)}` +
    `h-${across}${arc(-radius, -radius)}v-${down}${arc(radius, -radius)}Z`
  )
}

/** A poster, an avatar: a picture with a soft shadow and the fine light edge that parts it from a dark ground. */
export function framed(
  canvas: PreviewCanvas,
  box: { address: string; x: number; y: number; width: number; height: number; radius: number },
): string {
  const x = canvas.left(box.x, box.width)
  const shadow = [10, 7, 4, 2].map((grow) =>
    rect(
      [x - grow, box.y - grow + 8, box.width + 2 * grow, box.height + 2 * grow],
      ['#000000', 0.16],
      box.radius + grow,
    ),
  )
  const edge = `<rect x="${fixed(x + 0.75)}" y="${fixed(box.y + 0.75)}" width="${fixed(box.width - 1.5)}" height="${fixed(box.height - 1.5)}" rx="${box.radius}" fill="none" stroke="#ffffff" stroke-opacity="0.14" stroke-width="1.5"/>`
  return shadow.join('') + canvas.picture(box) + edge
}

/** What lies behind everything: a picture under a scrim that is darkest behind the text, or a violet light. */
export function ground(canvas: PreviewCanvas, backdrop: string | null, poster: string | null): string {
  const { width, height } = previewSize
  const { paint, isRightToLeft } = canvas
  const full = { x: 0, y: 0, width, height }
  if (backdrop === null && poster === null)
    return (
      paint.glow([canvas.left(960, 0), 60], 900, colours.accent, 0.55) +
      paint.glow([canvas.left(80, 0), 640], 640, '#4c1d95', 0.5)
    )
  const [from, to] = isRightToLeft ? [width, 0] : [0, width]
  const side = paint.linear(
    [from, 0],
    [to, 0],
    [
      [0, colours.scrim, 0.86],
      [0.6, colours.scrim, 0.76],
      [1, colours.scrim, backdrop === null ? 0.6 : 0.3],
    ],
  )
  const foot = paint.linear(
    [0, height * 0.5],
    [0, height],
    [
      [0, colours.scrim, 0],
      [1, colours.scrim, 0.6],
    ],
  )
  const picture =
    backdrop === null
      ? canvas.picture({ address: poster ?? '', ...full, blurred: true })
      : canvas.picture({ address: backdrop, ...full })
  return picture + rect([0, 0, width, height], side) + rect([0, 0, width, height], foot)
}

/** The mark and the name of the product, at the lower edge on the side where lines end. */
export function logo(canvas: PreviewCanvas): string {
  const width = 128
  const x = canvas.isRightToLeft ? 56 : previewSize.width - 56 - width
  const mark =
    path('M24 1v23a11.5 11.5 0 0 1 0-23Z', '#a884ff') +
    path('M24 24v23a11.5 11.5 0 0 0 0-23Z', colours.accent) +
    circle(33.5, 10, 5.5, colours.star)
  const name = `<text x="${x + 34}" y="582" font-family="Alexandria" font-weight="800" font-size="30" fill="${colours.text}">Scene</text>`
  return `<g transform="translate(${x - 8} 551) scale(0.85)">${mark}</g>${name}`
}

/** Five stars from the side where lines begin, each in a box of `size`. */
export function stars(canvas: PreviewCanvas, x: number, y: number, size: number, rating: number): string {
  const shape = (index: number) => {
    const middle = canvas.left(x + index * (size + 10), size) + size / 2
    return star([middle, y + size * 0.53], size * 0.47, size * 0.225, 5, -90)
  }
  return [0, 1, 2, 3, 4]
    .map((index) => {
      const outline = shape(index)
      const round = `stroke-linejoin="round" stroke-width="${fixed(size * 0.09)}"`
      const empty = `<path d="${outline}" fill="#ffffff" fill-opacity="0.16" stroke="#ffffff" stroke-opacity="0.16" ${round}/>`
      const full = `<path d="${outline}" fill="${colours.star}" stroke="${colours.star}" ${round}/>`
      const part = rating - index
      if (part >= 1) return full
      if (part < 0.5) return empty
      const half = canvas.left(x + index * (size + 10), size / 2)
      return (
        empty +
        canvas.paint.clip(
          `M${fixed(half)} ${fixed(y - size)}h${fixed(size / 2)}v${fixed(size * 3)}h-${fixed(size / 2)}Z`,
          full,
        )
      )
    })
    .join('')
}
