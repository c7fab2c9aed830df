import type { Colours } from '#built-in/gifs/colours.ts'
import type { Time } from '#built-in/gifs/timing.ts'
import { fixed, type Point } from '#built-in/artwork/shapes.ts'

/** A body around 0 0, some 92 user units wide, and where its face, its limbs and a hat go. */
export interface Body {
  behind: string
  front: string
  /** Drawn over the face. */
  over?: string
  face: Point
  /** Eyes apart from the usual place, as a frog's. */
  eyes?: Point
  faceScale?: number
  /** Half the width at the shoulders; null for a body without arms. */
  shoulder: number
  /** Where legs begin; null for a body without. */
  hip: number | null
  /** Where a hat sits, and where thoughts leave. */
  crown: number
  /** The highest point. */
  top: number
}

export type DrawBody = (colours: Colours, time: Time) => Body

export const roundEnds = 'stroke-linecap="round" stroke-linejoin="round"'

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, turn = 0) =>
  `<ellipse cx="${fixed(x)}" cy="${fixed(y)}" rx="${fixed(rx)}" ry="${fixed(ry)}" fill="${fill}" transform="rotate(${fixed(turn)} ${fixed(x)} ${fixed(y)})"/>`

/** What is there twice: on the left (-1) and on the right. */
export const both = (draw: (side: 1 | -1) => string) => draw(-1) + draw(1)
