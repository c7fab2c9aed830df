import { both, ellipse, roundEnds, type DrawBody } from '#built-in/gifs/body.ts'
import { swing } from '#built-in/gifs/timing.ts'
import {
  circle,
  fixed,
  halfDisc,
  line,
  orbit,
  path,
  polar,
  polygon,
  rect,
  smoothLoop,
  star,
  turned,
  type Point,
} from '#built-in/artwork/shapes.ts'

const cat: DrawBody = ({ body, shade, light, ink }, time) => {
  const tail = `M34 34C62 40 70 ${fixed(18 + 6 * swing(time))} ${fixed(62 + 5 * swing(time))} ${fixed(-2 + 6 * swing(time))}`
  const ears = both(
    (side) =>
      `<path d="M${side * 42} -14L${side * 40} -54L${side * 12} -38Z" fill="${body}" stroke="${body}" stroke-width="6" ${roundEnds}/>` +
      `<path d="M${side * 34} -28L${side * 33} -44L${side * 21} -37Z" fill="${light}" stroke="${light}" stroke-width="3" ${roundEnds}/>`,
  )
  const whiskers = both(
    (side) =>
      line(`M${side * 30} 8L${side * 48} 4`, ink, 2, roundEnds) +
      line(`M${side * 30} 14L${side * 47} 17`, ink, 2, roundEnds),
  )
  const stripes = line('M-8 -45V-34M0 -46V-32M8 -45V-34', shade, 4, roundEnds)
  return {
    behind: line(tail, shade, 9, roundEnds),
    front: ears + ellipse(0, 0, 48, 45, body) + stripes + whiskers,
    face: [0, 2],
    shoulder: 44,
    hip: 38,
    crown: -44,
    top: -58,
  }
}

const ghost: DrawBody = ({ body, light }, time) => {
  const hem: string[] = []
  for (let index = 0; index < 4; index++) {
    const x = 42 - index * 21
    const dip = 7 * (index % 2 === 0 ? 1 : -1) * (0.6 + 0.4 * swing(time))
    hem.push(`Q${fixed(x - 10.5)} ${fixed(46 + dip)} ${fixed(x - 21)} 42`)
  }
  return {
    behind: '',
    front:
      path(`M-42 42V-8A42 42 0 0 1 42 -8V42${hem.join('')}Z`, body) +
      line('M-30 -14A31 31 0 0 1 -10 -37', light, 5, roundEnds),
    face: [0, -2],
    shoulder: 42,
    hip: null,
    crown: -50,
    top: -50,
  }
}

const fiveStar: DrawBody = ({ body, light }) => ({
  behind: '',
  front:
    `<path d="${star([0, 2], 52, 31, 5, -90)}" fill="${body}" stroke="${body}" stroke-width="12" ${roundEnds}/>` +
    line('M-6 -40L0 -50L6 -40', light, 4, roundEnds),
  face: [0, 2],
  faceScale: 0.86,
  shoulder: 40,
  hip: 36,
  crown: -52,
  top: -56,
})

const moon: DrawBody = ({ body, shade, light }) => ({
  behind: '',
  front:
    circle(0, 0, 47, body) +
    path('M20 -42.5A47 47 0 0 1 20 42.5A54 54 0 0 0 20 -42.5Z', shade) +
    circle(-30, 22, 6, shade) +
    circle(-18, -33, 5, shade) +
    circle(-37, -8, 3.5, shade) +
    circle(8, 37, 4, shade) +
    line('M-35 -20A40 40 0 0 1 -27 -30', light, 4, roundEnds),
  face: [-2, 0],
  shoulder: 45,
  hip: 40,
  crown: -46,
  top: -48,
})

const heart: DrawBody = ({ body, light }, time) => {
  const beat = 1 + 0.03 * swing(time, 2)
  return {
    behind: '',
    front: `<g transform="scale(${beat.toFixed(3)})">${path('M0 48C-30 28 -52 8 -52 -16C-52 -36 -38 -48 -24 -48C-12 -48 -4 -42 0 -34C4 -42 12 -48 24 -48C38 -48 52 -36 52 -16C52 8 30 28 0 48Z', body)}${line('M-41 -20A19 19 0 0 1 -28 -37', light, 5, roundEnds)}</g>`,
    face: [0, -6],
    shoulder: 46,
    hip: 34,
    crown: -42,
    top: -50,
  }
}

const bear: DrawBody = ({ body, shade, light }) => ({
  behind: '',
  front:
    both((side) => circle(side * 34, -35, 15, body) + circle(side * 34, -35, 8, shade)) +
    ellipse(0, 0, 49, 45, body) +
    ellipse(0, 16, 24, 19, light),
  face: [0, 2],
  shoulder: 45,
  hip: 38,
  crown: -44,
  top: -52,
})

const drop: DrawBody = ({ body, shade, light }, time) => {
  const lean = 5 * swing(time)
  return {
    behind: '',
    front:
      path(
        `M${fixed(lean)} -60C${fixed(8 + lean)} -42 46 -22 46 6A46 44 0 0 1 -46 6C-46 -22 ${fixed(-8 + lean)} -42 ${fixed(lean)} -60Z`,
        body,
      ) +
      path('M34 30A46 44 0 0 1 -34 30A52 46 0 0 0 34 30Z', shade) +
      line('M-34 -2A36 36 0 0 1 -22 -24', light, 5, roundEnds),
    face: [0, 4],
    shoulder: 44,
    hip: 42,
    crown: -46,
    top: -61,
  }
}

const sun: DrawBody = ({ body, shade, light }, time) => {
  const rays = Array.from({ length: 12 }, (_, index) => {
    const angle = index * 30 + time * 30
    return polygon([polar(0, 0, 62, angle), polar(0, 0, 44, angle - 11), polar(0, 0, 44, angle + 11)], shade)
  })
  return {
    behind: `<g stroke="${shade}" stroke-width="4" ${roundEnds}>${rays.join('')}</g>`,
    front: circle(0, 0, 44, body) + line('M-33 -14A36 36 0 0 1 -14 -33', light, 5, roundEnds),
    face: [0, 0],
    faceScale: 0.95,
    shoulder: 42,
    hip: 40,
    crown: -52,
    top: -64,
  }
}

const bunny: DrawBody = ({ body, shade, light }, time) => ({
  behind: both((side) => {
    const turn = side * (10 + 5 * swing(time, 1, side / 8))
    return turned(
      ellipse(side * 18, -58, 11, 28, body) + ellipse(side * 18, -58, 5.5, 20, shade),
      turn,
      side * 18,
      -34,
    )
  }),
  front: ellipse(0, 2, 46, 43, body) + ellipse(0, 28, 24, 13, light),
  face: [0, 2],
  shoulder: 42,
  hip: 40,
  crown: -40,
  top: -88,
})

const cloud: DrawBody = ({ body, shade, light }) => ({
  behind: '',
  front:
    (
      [
        [-36, 12, 24],
        [36, 12, 24],
        [-20, -16, 26],
        [16, -20, 30],
        [0, 12, 34],
      ] as const
    )
      .map(([x, y, r]) => circle(x, y, r, body))
      .join('') +
    rect([-38, 14, 76, 26], body, 13) +
    line('M-44 28C-30 40 30 40 44 28', shade, 4, roundEnds) +
    line('M-34 -24A20 20 0 0 1 -20 -34', light, 4, roundEnds),
  face: [0, 4],
  shoulder: 54,
  hip: 36,
  crown: -46,
  top: -52,
})

const frog: DrawBody = ({ body, shade, light }) => ({
  behind: '',
  front:
    both((side) => circle(side * 24, -32, 18, body)) +
    ellipse(0, 4, 52, 41, body) +
    ellipse(0, 28, 32, 15, light) +
    both((side) => circle(side * 5, -3, 1.8, shade)),
  face: [0, 4],
  eyes: [24, -30],
  shoulder: 48,
  hip: 38,
  crown: -40,
  top: -52,
})

const planet: DrawBody = ({ body, shade, light, accent }, time) => {
  const tilt = -16 + 3 * swing(time)
  return {
    behind: orbit([0, 12], [74, 17], tilt, accent, 8),
    front:
      circle(0, 0, 46, body) +
      line('M-38 -22C-20 -30 10 -32 30 -32', shade, 6, roundEnds) +
      line('M14 40C24 36 32 32 38 24', light, 4, roundEnds),
    // The near half of the ring.
    over: turned(line('M-74 12A74 17 0 0 0 74 12', accent, 8, roundEnds), tilt, 0, 12),
    face: [0, -5],
    faceScale: 0.9,
    shoulder: 44,
    hip: 42,
    crown: -46,
    top: -48,
  }
}

const slime: DrawBody = ({ body, shade, light }, time) => {
  const squash = 4 * swing(time)
  const outline: Point[] = [
    [0, -46 + squash],
    [30, -34 + squash],
    [46, -4],
    [54 - squash, 34],
    [44, 48],
    [22, 45],
    [0, 49],
    [-22, 45],
    [-44, 48],
    [-54 + squash, 34],
    [-46, -4],
    [-30, -34 + squash],
  ]
  return {
    behind: '',
    front:
      path(smoothLoop(outline), body) +
      ellipse(-22, -26 + squash, 10, 6, light, -35) +
      circle(-34, -8, 3, light) +
      path(halfDisc(30, 42, 9, 180), shade),
    face: [0, 4],
    shoulder: 46,
    hip: null,
    crown: -44,
    top: -50,
  }
}

/** Animals, shapes and what is in the sky. */
export const beings = {
  cat,
  ghost,
  star: fiveStar,
  moon,
  heart,
  bear,
  drop,
  sun,
  bunny,
  cloud,
  frog,
  planet,
  slime,
} as const
