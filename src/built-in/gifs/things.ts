import { both, ellipse, roundEnds, type DrawBody } from '#built-in/gifs/body.ts'
import { swing } from '#built-in/gifs/timing.ts'
import { circle, fixed, line, path, polar, polygon, rect, turned } from '#built-in/artwork/shapes.ts'

const popcorn: DrawBody = ({ body, shade, light, white }, time) => {
  const puffs: readonly (readonly [number, number, number])[] = [
    [-28, -32, 13],
    [28, -32, 13],
    [-12, -42, 15],
    [13, -43, 15],
    [0, -31, 14],
  ]
  const heap = puffs
    .map(([x, y, r], index) => {
      const hop = 2 * swing(time, 1, index / 5)
      const cream = index % 2 === 0 ? white : light
      return circle(x, y + hop, r, cream) + circle(x + 4, y + 3 + hop, r * 0.35, shade)
    })
    .join('')
  const sides = '<path d="M-38 -26H38L30 46H-30Z" '
  const stripes = [-30, 0, 30]
    .map((x) =>
      polygon(
        [
          [x - 7, -26],
          [x + 7, -26],
          [x * 0.8 + 6, 46],
          [x * 0.8 - 6, 46],
        ],
        white,
      ),
    )
    .join('')
  return {
    behind: heap,
    front: `${sides}fill="${body}"/>${stripes}${ellipse(0, 10, 29, 25, body)}${line('M-38 -26H38', shade, 4, roundEnds)}`,
    face: [0, 8],
    faceScale: 0.86,
    shoulder: 32,
    hip: 44,
    crown: -56,
    top: -60,
  }
}

const robot: DrawBody = ({ body, shade, light, accent }, time) => {
  const ball = 5.5 + 1.2 * swing(time)
  return {
    behind:
      line('M0 -36V-54', shade, 4, roundEnds) +
      circle(0, -56, ball, accent) +
      both((side) => rect([side * 48 - 6, -8, 12, 22], shade, 5)),
    front: rect([-46, -38, 92, 80], body, 20) + rect([-36, -28, 72, 58], light, 14),
    face: [0, 0],
    faceScale: 0.86,
    shoulder: 46,
    hip: 40,
    crown: -38,
    top: -62,
  }
}

const clapper: DrawBody = ({ body, shade, white, ink }, time) => {
  const open = 10 + 9 * swing(time)
  const stripes = (y: number) =>
    [0, 1, 2, 3]
      .map((index) => {
        const x = -42 + index * 24
        return polygon(
          [
            [x, y],
            [x + 12, y],
            [x + 6, y + 15],
            [x - 6, y + 15],
          ],
          white,
        )
      })
      .join('')
  const arm = rect([-48, -40, 96, 15], ink, 4) + stripes(-40)
  return {
    behind: turned(arm, -open, -46, -26),
    front: rect([-48, -25, 96, 72], body, 8) + rect([-48, -25, 96, 15], shade, 4) + stripes(-25),
    face: [0, 14],
    faceScale: 0.92,
    shoulder: 47,
    hip: 44,
    crown: -50,
    top: -62,
  }
}

const reel: DrawBody = ({ body, shade, light, ink }, time) => {
  const holes = Array.from({ length: 8 }, (_, index) => {
    const [x, y] = polar(0, 0, 42, index * 45 + time * 45)
    return circle(x, y, 6, ink)
  })
  return {
    behind: line('M28 40C52 46 60 34 74 42', shade, 10, roundEnds),
    front: circle(0, 0, 52, shade) + circle(0, 0, 49, body) + holes.join('') + circle(0, 0, 33, light),
    face: [0, 0],
    faceScale: 0.76,
    shoulder: 49,
    hip: 45,
    crown: -50,
    top: -53,
  }
}

const cup: DrawBody = ({ body, shade, light, white, accent }, time) => ({
  behind: line(`M8 -44L${fixed(16 + 2 * swing(time))} -68L34 -72`, accent, 7, roundEnds),
  front:
    path('M-40 -34H40L31 48H-31Z', body) +
    polygon(
      [
        [-36.5, 18],
        [36.5, 18],
        [34.5, 34],
        [-34.5, 34],
      ],
      white,
    ) +
    rect([-46, -44, 92, 14], light, 6) +
    line('M-44 -31H44', shade, 3, roundEnds),
  face: [0, -2],
  faceScale: 0.9,
  shoulder: 36,
  hip: 46,
  crown: -44,
  top: -74,
})

const ticket: DrawBody = ({ body, shade, light }, time) => {
  const edge = 'M-54 -34H54V-8A10 10 0 0 0 54 12V40H-54V12A10 10 0 0 0 -54 -8Z'
  const content =
    `<path d="${edge}" fill="${body}" stroke="${body}" stroke-width="6" ${roundEnds}/>` +
    rect([-45, -27, 90, 60], light, 6) +
    line('M36 -26V32', shade, 3, 'stroke-dasharray="5 5"')
  return {
    behind: '',
    front: turned(content, -4 + 2 * swing(time), 0, 0),
    face: [-6, 0],
    shoulder: 52,
    hip: 38,
    crown: -36,
    top: -42,
  }
}

const camera: DrawBody = ({ body, shade, light, ink }, time) => {
  const spool = (x: number, y: number, r: number) => {
    const holes = [0, 120, 240].map((angle) => {
      const [hx, hy] = polar(x, y, r * 0.55, angle + time * 120)
      return circle(hx, hy, r * 0.2, ink)
    })
    return circle(x, y, r, shade) + holes.join('') + circle(x, y, r * 0.16, light)
  }
  return {
    behind:
      spool(-24, -36, 20) +
      spool(18, -38, 24) +
      polygon(
        [
          [40, 4],
          [66, -12],
          [66, 34],
          [40, 20],
        ],
        shade,
      ),
    front: rect([-50, -22, 96, 70], body, 12) + rect([-42, -14, 80, 54], light, 8),
    face: [-2, 13],
    faceScale: 0.88,
    shoulder: 48,
    hip: 45,
    crown: -60,
    top: -64,
  }
}

/** What belongs to films. */
export const things = { popcorn, robot, clapper, reel, cup, ticket, camera } as const
