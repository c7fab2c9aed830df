import {
  backdropSize,
  background,
  createCanvas,
  documentOf,
  innerEdge,
  neutralPalette,
  posterSize,
  vignette,
  type Canvas,
} from '#built-in/artwork/picture.ts'
import { seedOf } from '#built-in/seeded-random.ts'
import { circle, fixed, path, rect, ring } from '#built-in/artwork/shapes.ts'

/** An eclipse in neutral violet: a film without a picture of its own. */
function mark({ palette, paint }: Canvas, x: number, y: number, radius: number): string {
  const lit = paint.linear(
    [x - radius, y - radius],
    [x + radius, y + radius],
    [
      [0, palette.pop],
      [0.45, palette.hi],
      [1, palette.ramp[1]],
    ],
  )
  const dark = paint.linear(
    [x - radius * 0.3, y - radius * 0.3],
    [x + radius * 1.3, y + radius * 1.3],
    [
      [0, palette.ink],
      [1, palette.lo],
    ],
  )
  return (
    paint.glow([x, y], radius * 2.6, palette.hi, 0.5) +
    ring(x, y, radius * 1.36, [palette.pop, 0.35], radius * 0.012) +
    circle(x, y, radius, lit) +
    circle(x + radius * 0.36, y + radius * 0.3, radius * 0.96, dark)
  )
}

/** The holes of a film strip along both sides. */
function perforations({ width, height, palette }: Canvas): string {
  const holes: string[] = []
  for (let y = 36; y < height; y += 102) {
    for (const x of [34, width - 74]) holes.push(rect([x, y, 40, 54], [palette.pop, 0.13], 10))
  }
  return holes.join('')
}

/** The poster of a film that has none, 1000 × 1500 user units. */
export function defaultPosterSvg(): string {
  const canvas = createCanvas(posterSize, neutralPalette(), seedOf('poster', 'default', 0))
  const art = background(canvas) + perforations(canvas) + mark(canvas, 500, 720, 250)
  return documentOf(canvas, art + vignette(canvas, 0.55) + innerEdge(canvas))
}

/** The backdrop of a film that has none, 1920 × 1080 user units. */
export function defaultBackdropSvg(): string {
  const canvas = createCanvas(backdropSize, neutralPalette(), seedOf('backdrop', 'default', 0))
  return documentOf(canvas, background(canvas) + mark(canvas, 1056, 540, 260) + vignette(canvas, 0.6))
}

/** The avatar of a member or person without a picture, 400 × 400 user units. */
export function defaultAvatarSvg(): string {
  const canvas = createCanvas({ width: 400, height: 400 }, neutralPalette(), seedOf('avatar', 'default', 0))
  const { palette, paint } = canvas
  const body = paint.linear(
    [0, 60],
    [0, 400],
    [
      [0, palette.pop],
      [1, palette.hi],
    ],
  )
  const shoulders = `M${fixed(64)} 400C64 312 124 264 200 264S336 312 336 400Z`
  return documentOf(
    canvas,
    background(canvas) +
      paint.glow([200, 170], 240, palette.hi, 0.45) +
      circle(200, 158, 72, body) +
      path(shoulders, body),
  )
}
