import { describe, expect, it } from 'vitest'
import { moveOf, neighbour } from './use-result-keys.ts'

/** Three columns, the last row has one; boxes of a row differ by a pixel. */
const grid = [
  [0, 0],
  [1, 100],
  [0, 200],
  [150, 0],
  [150, 100],
  [151, 200],
  [300, 0],
].map(([top = 0, start = 0]) => ({ top, start }))

describe('neighbour', () => {
  it.each([
    [4, 'up', 1],
    [1, 'down', 4],
    [5, 'down', 6],
    [6, 'up', 3],
    [2, 'after', 3],
    [3, 'before', 2],
    [4, 'first', 0],
    [4, 'last', 6],
  ] as const)('from %i %s to %i', (at, move, to) => {
    expect(neighbour(grid, at, move)).toBe(to)
  })

  it.each([
    [1, 'up'],
    [6, 'down'],
    [0, 'before'],
    [6, 'after'],
  ] as const)('from %i %s there is nothing', (at, move) => {
    expect(neighbour(grid, at, move)).toBeNull()
  })

  it('finds nothing among nothing', () => {
    expect(neighbour([], -1, 'down')).toBeNull()
  })
})

describe('moveOf', () => {
  it('follows the direction of reading', () => {
    expect(moveOf('ArrowRight', false)).toBe('after')
    expect(moveOf('ArrowRight', true)).toBe('before')
    expect(moveOf('ArrowLeft', true)).toBe('after')
    expect(moveOf('ArrowDown', true)).toBe('down')
    expect(moveOf('x', false)).toBeNull()
  })
})
