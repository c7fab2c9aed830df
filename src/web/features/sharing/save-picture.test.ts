import { expect, it } from 'vitest'
import { pictureName } from './save-picture.ts'

it.each([
  ['Salt Harbour', 'Salt Harbour.png'],
  ['WALL·E', 'WALL·E.png'],
  ['Face/Off: the <1997> "film"?', 'Face Off the 1997 film.png'],
  ['...And Justice\nfor All', 'And Justice for All.png'],
  ['وجدة', 'وجدة.png'],
  ['   ', 'review.png'],
  ['x'.repeat(300), `${'x'.repeat(100)}.png`],
])('%j is saved as %j', (title, name) => {
  expect(pictureName(title)).toBe(name)
})
