import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { castingsOf } from '#shared/poster-castings.ts'

const poster = (motif: string, hue: number) => `/t/p/w500/poster7-0-${motif}${hue}.jpg`

describe('the hues of posters in a grid', () => {
  it('are their own where nothing clashes', () => {
    expect(castingsOf([poster('a', 1), poster('b', 1), poster('a', 3)], 3)).toEqual([1, 1, 3])
  })

  it('differ from the one before, the one above and those beside that', () => {
    expect(castingsOf([poster('a', 1), poster('a', 1)], 2)).toEqual([1, 3])
    expect(castingsOf([poster('a', 1), poster('b', 1), poster('a', 1)], 2)).toEqual([1, 1, 3])
    expect(castingsOf([poster('b', 1), poster('a', 1), poster('a', 1)], 2)).toEqual([1, 1, 3])
    // The end of a row and the start of the next are no neighbours.
    expect(castingsOf([poster('b', 1), poster('b', 2), poster('a', 1), poster('a', 1)], 3)).toEqual([
      1, 2, 1, 1,
    ])
  })

  it('differ in one row from the two before', () => {
    const row = [poster('a', 1), poster('a', 1), poster('a', 1), poster('a', 1), poster('b', 3)]
    expect(castingsOf(row, null)).toEqual([1, 3, 5, 1, 3])
    expect(castingsOf([poster('a', 1), poster('b', 1), poster('a', 1)], null)).toEqual([1, 1, 3])
  })

  it('leave pictures of the film database and drawings that do not say alone', () => {
    expect(castingsOf(['/t/p/w500/abc.jpg', null, '/t/p/w500/poster7-0.jpg'], 3)).toEqual([null, null, null])
  })

  it('never clash with the one before or above, and stay when more posters come', () => {
    const draws = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 5 })), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(draws, fc.integer({ min: 1, max: 8 }), (tiles, columns) => {
        const posters = tiles.map(([motif, hue]) => poster(motif, hue))
        const hues = castingsOf(posters, columns)
        const clashes = (one: number, other: number) =>
          tiles[one]?.[0] === tiles[other]?.[0] && hues[one] === hues[other]
        const clashing = [...tiles.keys()].filter(
          (at) => (at % columns > 0 && clashes(at, at - 1)) || (at >= columns && clashes(at, at - columns)),
        )
        expect(clashing).toEqual([])
        const half = Math.floor(posters.length / 2)
        expect(castingsOf(posters.slice(0, half), columns)).toEqual(hues.slice(0, half))
      }),
    )
  })
})
