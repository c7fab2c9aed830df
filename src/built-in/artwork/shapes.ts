/** Small pieces of SVG. Lengths are user units of the picture, angles are degrees clockwise from the right. */

export type Point = readonly [x: number, y: number]

/** A colour or gradient with an opacity (1 when left out). */
type Fill = string | readonly [paint: string, opacity: number]

type Stop = readonly [offset: number, colour: string, opacity?: number]

type Box = readonly [x: number, y: number, width: number, height: number]

/** One decimal is enough for a sharp edge and keeps the text short and stable across platforms. */
export function fixed(value: number): string {
  const rounded = Math.round(value * 10) / 10
  return Object.is(rounded, -0) ? '0' : String(rounded)
}

export function polar(x: number, y: number, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

function filled(fill: Fill): string {
  return typeof fill === 'string' ? `fill="${fill}"` : `fill="${fill[0]}" fill-opacity="${fill[1]}"`
}

function stroked(stroke: Fill, width: number): string {
  const paint =
    typeof stroke === 'string' ? `stroke="${stroke}"` : `stroke="${stroke[0]}" stroke-opacity="${stroke[1]}"`
  return `fill="none" ${paint} stroke-width="${fixed(width)}"`
}

export function circle(x: number, y: number, radius: number, fill: Fill): string {
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(Math.max(0, radius))}" ${filled(fill)}/>`
}

export function ring(x: number, y: number, radius: number, stroke: Fill, width: number, extra = ''): string {
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" ${stroked(stroke, width)} ${extra}/>`
}

/** An ellipse outline turned by `degrees`. */
export function orbit(centre: Point, radii: Point, degrees: number, stroke: Fill, width: number): string {
  const [x, y] = centre
  const turned = `transform="rotate(${fixed(degrees)} ${fixed(x)} ${fixed(y)})"`
  const size = `rx="${fixed(radii[0])}" ry="${fixed(radii[1])}"`
  return `<ellipse cx="${fixed(x)}" cy="${fixed(y)}" ${size} ${turned} ${stroked(stroke, width)}/>`
}

export function rect(box: Box, fill: Fill, corner = 0): string {
  const [x, y, width, height] = box
  const round = corner > 0 ? ` rx="${fixed(corner)}"` : ''
  const size = `width="${fixed(Math.max(0, width))}" height="${fixed(Math.max(0, height))}"`
  return `<rect x="${fixed(x)}" y="${fixed(y)}" ${size}${round} ${filled(fill)}/>`
}

export function polygon(points: readonly Point[], fill: Fill): string {
  return `<polygon points="${points.map(([x, y]) => `${fixed(x)},${fixed(y)}`).join(' ')}" ${filled(fill)}/>`
}

export function path(data: string, fill: Fill): string {
  return `<path d="${data}" ${filled(fill)}/>`
}

export function line(data: string, stroke: Fill, width: number, extra = ''): string {
  return `<path d="${data}" ${stroked(stroke, width)} ${extra}/>`
}

/** A group turned by `degrees` about a point. */
export function turned(content: string, degrees: number, x: number, y: number): string {
  return `<g transform="rotate(${fixed(degrees)} ${fixed(x)} ${fixed(y)})">${content}</g>`
}

/** Path data of straight segments. */
export function segments(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`).join('')
}

/** Path data of a smooth closed curve through the points (Catmull-Rom as cubic Béziers). */
export function smoothLoop(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0]
  const curves = points.map((point, index) => bend(at(index - 1), point, at(index + 1), at(index + 2)))
  return `M${fixed(at(0)[0])} ${fixed(at(0)[1])}${curves.join('')}Z`
}

/** Path data of a smooth open curve through the points. */
export function smoothLine(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0]
  const curves = points
    .slice(0, -1)
    .map((point, index) => bend(at(index - 1), point, at(index + 1), at(index + 2)))
  return `M${fixed(at(0)[0])} ${fixed(at(0)[1])}${curves.join('')}`
}

function bend(before: Point, from: Point, to: Point, after: Point): string {
  const numbers = [
    from[0] + (to[0] - before[0]) / 6,
    from[1] + (to[1] - before[1]) / 6,
    to[0] - (after[0] - from[0]) / 6,
    to[1] - (after[1] - from[1]) / 6,
    to[0],
    to[1],
  ]
  return `C${numbers.map(fixed).join(' ')}`
}

/** Path data of a ridge: a smooth line across the picture, closed along `bottom`. */
export function ridge(points: readonly Point[], bottom: number): string {
  const first = points[0] ?? [0, 0]
  const last = points.at(-1) ?? first
  return `${smoothLine(points)}L${fixed(last[0])} ${fixed(bottom)}L${fixed(first[0])} ${fixed(bottom)}Z`
}

/** Path data of a half disc; its flat side lies along `degrees`. */
export function halfDisc(x: number, y: number, radius: number, degrees: number): string {
  const [startX, startY] = polar(x, y, radius, degrees)
  const [endX, endY] = polar(x, y, radius, degrees + 180)
  const r = fixed(radius)
  return `M${fixed(startX)} ${fixed(startY)}A${r} ${r} 0 0 1 ${fixed(endX)} ${fixed(endY)}Z`
}

/** Half the width of a disc at a vertical distance from its centre. */
export function halfChord(radius: number, distance: number): number {
  return Math.sqrt(Math.max(0, radius * radius - distance * distance))
}

/** Path data of a slice of a ring between two radii and two angles (less than a full turn). */
export function ringSlice(centre: Point, inner: number, outer: number, from: number, to: number): string {
  const [x, y] = centre
  const large = to - from > 180 ? 1 : 0
  const spot = (radius: number, degrees: number) => polar(x, y, radius, degrees).map(fixed).join(' ')
  const [o, i] = [fixed(outer), fixed(inner)]
  return (
    `M${spot(outer, from)}A${o} ${o} 0 ${large} 1 ${spot(outer, to)}` +
    `L${spot(inner, to)}A${i} ${i} 0 ${large} 0 ${spot(inner, from)}Z`
  )
}

/** Path data of a doorway with a round top: `y` is the floor, `height` reaches the crown. */
export function arch(x: number, y: number, width: number, height: number): string {
  const radius = width / 2
  const [left, right] = [fixed(x - radius), fixed(x + radius)]
  const spring = fixed(y - Math.max(0, height - radius))
  return `M${left} ${fixed(y)}L${left} ${spring}A${fixed(radius)} ${fixed(radius)} 0 0 1 ${right} ${spring}L${right} ${fixed(y)}Z`
}

/** Path data of a star with `points` rays around a centre. */
export function star(centre: Point, outer: number, inner: number, points: number, degrees: number): string {
  const corners: Point[] = []
  for (let index = 0; index < points * 2; index++) {
    const radius = index % 2 === 0 ? outer : inner
    corners.push(polar(centre[0], centre[1], radius, degrees + (index * 180) / points))
  }
  return `${segments(corners)}Z`
}

export type Paint = {
  linear(from: Point, to: Point, stops: readonly Stop[]): string
  radial(centre: Point, radius: number, stops: readonly Stop[]): string
  /** Shows `content` only inside the path data `shape`. */
  clip(shape: string, content: string): string
  /** A soft light that fades to nothing at `radius`. */
  glow(centre: Point, radius: number, colour: string, opacity: number): string
  /** The gradients and clips made so far, for the picture's `<defs>`. */
  definitions(): string
}

/** Collects the gradients of one picture under short ids. */
export function createPaint(): Paint {
  const made: string[] = []
  const name = () => `d${made.length}`
  const stopsOf = (stops: readonly Stop[]) =>
    stops
      .map(([offset, colour, opacity]) => {
        const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`
        return `<stop offset="${offset}" stop-color="${colour}"${alpha}/>`
      })
      .join('')
  const place = (names: readonly string[], numbers: readonly number[]) =>
    names.map((key, index) => `${key}="${fixed(numbers[index] ?? 0)}"`).join(' ')

  const radial: Paint['radial'] = (centre, radius, stops) => {
    const id = name()
    const spot = place(['cx', 'cy', 'r'], [...centre, radius])
    made.push(
      `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" ${spot}>${stopsOf(stops)}</radialGradient>`,
    )
    return `url(#${id})`
  }
  return {
    radial,
    linear: (from, to, stops) => {
      const id = name()
      const ends = place(['x1', 'y1', 'x2', 'y2'], [...from, ...to])
      made.push(
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${ends}>${stopsOf(stops)}</linearGradient>`,
      )
      return `url(#${id})`
    },
    clip: (shape, content) => {
      const id = name()
      made.push(`<clipPath id="${id}"><path d="${shape}"/></clipPath>`)
      return `<g clip-path="url(#${id})">${content}</g>`
    },
    glow: (centre, radius, colour, opacity) =>
      circle(
        centre[0],
        centre[1],
        radius,
        radial(centre, radius, [
          [0, colour, opacity],
          [0.35, colour, Math.round(opacity * 45) / 100],
          [0.7, colour, Math.round(opacity * 12) / 100],
          [1, colour, 0],
        ]),
      ),
    definitions: () => made.join(''),
  }
}
