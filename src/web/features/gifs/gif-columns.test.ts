import { expect, it } from 'vitest'
import { columnUnits, gapUnits, gifBeside, placeGifs } from './gif-columns.ts'

const square = { width: 200, height: 200 }
const tall = { width: 200, height: 400 }
const wide = { width: 200, height: 100 }

it('fills the shorter column, the first one when both are as long', () => {
  const places = placeGifs([tall, square, wide, square])
  expect(places.map(({ column }) => column)).toEqual([0, 1, 1, 1])
  expect(places.map(({ top }) => top)).toEqual([
    0,
    0,
    columnUnits + gapUnits,
    columnUnits + columnUnits / 2 + 2 * gapUnits,
  ])
})

it('places what comes later without moving what is there', () => {
  const first = [tall, square, wide]
  expect(placeGifs([...first, square, tall]).slice(0, 3)).toEqual(placeGifs(first))
})

it('takes a GIF without a size for a square, and bounds stripes and towers', () => {
  const spans = placeGifs([
    { width: 0, height: 0 },
    { width: 1000, height: 1 },
    { width: 1, height: 1000 },
  ]).map(({ span }) => span - gapUnits)
  expect(spans).toEqual([columnUnits, Math.round(columnUnits * 0.4), columnUnits * 2])
})

it('leads from one to the next by what lies there', () => {
  const places = placeGifs([tall, square, wide, square, square])
  expect(places.map(({ column }) => column)).toEqual([0, 1, 1, 1, 0])
  expect(gifBeside(places, 1, 'down')).toBe(2)
  expect(gifBeside(places, 2, 'up')).toBe(1)
  expect(gifBeside(places, 1, 'up')).toBeNull()
  expect(gifBeside(places, 4, 'down')).toBeNull()
  expect(gifBeside(places, 4, 'up')).toBe(0)
  expect(gifBeside(places, 2, 'before')).toBe(0)
  expect(gifBeside(places, 2, 'after')).toBeNull()
  expect(gifBeside(places, 0, 'after')).toBe(2)
  expect(gifBeside(places, 4, 'after')).toBe(3)
  expect(gifBeside(places, 0, 'before')).toBeNull()
  expect(gifBeside([], 0, 'up')).toBeNull()
})
