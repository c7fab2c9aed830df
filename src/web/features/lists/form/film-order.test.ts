import { describe, expect, it } from 'vitest'
import { insertInOrder, moveBeside, moveTo, withoutFilm } from './film-order.ts'

const of = (ids: string) => ids.split('').map((id) => ({ id: id.charCodeAt(0), name: id }))
const text = (films: readonly { name: string }[]) => films.map(({ name }) => name).join('')
const id = (name: string) => name.charCodeAt(0)
const five = of('abcde')

describe('moveTo', () => {
  it.each([
    ['a', 0, 'abcde'],
    ['a', 1, 'bacde'],
    ['a', 4, 'bcdea'],
    ['e', 0, 'eabcd'],
    ['c', 1, 'acbde'],
    ['c', 3, 'abdce'],
    ['c', -7, 'cabde'],
    ['c', 99, 'abdec'],
    ['x', 1, 'abcde'],
  ])('%s to %i', (name, to, expected) => {
    expect(text(moveTo(five, id(name), to))).toBe(expected)
  })

  it('gives the same array where nothing moves, and never changes the given one', () => {
    expect(moveTo(five, id('b'), 1)).toBe(five)
    expect(moveTo(five, id('e'), 9)).toBe(five)
    moveTo(five, id('b'), 4)
    expect(text(five)).toBe('abcde')
    expect(moveTo([], 1, 0)).toEqual([])
  })
})

describe('moveBeside', () => {
  it.each([
    ['a', 'c', 'before', 'bacde'],
    ['a', 'c', 'after', 'bcade'],
    ['d', 'b', 'before', 'adbce'],
    ['d', 'b', 'after', 'abdce'],
    ['a', 'e', 'after', 'bcdea'],
    ['e', 'a', 'before', 'eabcd'],
    ['b', 'a', 'after', 'abcde'],
    ['b', 'c', 'before', 'abcde'],
    ['b', 'b', 'after', 'abcde'],
    ['b', 'x', 'after', 'abcde'],
    ['x', 'b', 'after', 'abcde'],
  ] as const)('%s, %s, %s', (name, other, side, expected) => {
    expect(text(moveBeside(five, id(name), id(other), side))).toBe(expected)
  })

  it('agrees with taking the film out and putting it in, for every pair', () => {
    for (const film of five) {
      for (const other of five) {
        if (film === other) continue
        for (const side of ['before', 'after'] as const) {
          const rest = withoutFilm(five, film.id)
          const at = rest.findIndex((one) => one.id === other.id) + (side === 'before' ? 0 : 1)
          expect(moveBeside(five, film.id, other.id, side)).toEqual(rest.toSpliced(at, 0, film))
        }
      }
    }
  })
})

describe('putIn', () => {
  it.each([
    ['abde', 'c', 'abcde', 'abcde'],
    ['bcde', 'a', 'abcde', 'abcde'],
    ['abcd', 'e', 'abcde', 'abcde'],
    // The one before it is gone: behind the one before that.
    ['ade', 'c', 'abcde', 'acde'],
    ['', 'c', 'abcde', 'c'],
    // Moved since then.
    ['edba', 'c', 'abcde', 'edbca'],
    // Already there.
    ['abcde', 'c', 'abcde', 'abcde'],
    ['ad', 'bce', 'abcde', 'abcde'],
    ['ba', 'xyz', 'xaybz', 'xbzay'],
  ])('%s with %s of %s', (films, added, order, expected) => {
    expect(text(insertInOrder(of(films), of(added), of(order)))).toBe(expected)
  })
})
