/** How far a loop is, from 0 up to, but not including, 1. */
export type Time = number

export const frameCount = 12

/** A swing between -1 and 1, `times` a loop. More than 2 would be a flicker where light and dark change places. */
export function swing(time: Time, times = 1, phase = 0): number {
  return Math.sin((time * times + phase) * 2 * Math.PI)
}

/** The part of a loop since `phase`: 0 up to, but not including, 1. */
export function since(time: Time, phase: number): number {
  return (time + 1 - (phase % 1)) % 1
}
