import type { Palette } from '#built-in/artwork/palette.ts'
import type { Random } from '#built-in/seeded-random.ts'
import type { Paint } from '#built-in/artwork/shapes.ts'

/** What a motif draws on. Posters, backdrops and portraits differ only in these numbers. */
export type Stage = {
  width: number
  height: number
  /** The shorter side: radii are shares of it, so that the same motif fits upright and wide pictures. */
  unit: number
  /** The point the composition is built around. */
  x: number
  y: number
  /** The height below which nothing important is drawn: a title lies there on posters. */
  floor: number
  palette: Palette
  paint: Paint
  random: Random
}

/** One way of drawing a motif; answers SVG elements. */
export type Composition = (stage: Stage) => string

/** The compositions of one genre's motif; a film's variants take them in turn. */
export type Motif = readonly [Composition, ...Composition[]]
