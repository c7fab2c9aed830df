import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emphasisParts, markEmphasis, readEmphasis, soundEmphasis } from './emphasis.ts'

const [begin, end] = markEmphasis('|').split('|')

it.each([
  [`I love ${begin}Heat${end}.`, 'I love Heat.', [7, 11]],
  [`\n ${begin} Heat ${end}  and ${begin}Thief${end}`, 'Heat   and Thief', [0, 5, 11, 16]],
  [`${begin}a ${begin}b${end} c${end}`, 'a b c', [0, 5]],
  [`${begin}open`, 'open', [0, 4]],
  [`${end}closed ${end}twice${begin}${end}`, 'closed twice', []],
  ['', '', []],
])('%j has its emphasis beside its text', (marked, text, emphasis) => {
  expect(readEmphasis(marked)).toEqual({ text, emphasis })
})

it('leaves what a text cannot have out', () => {
  expect(soundEmphasis('abcdef', [1, 3, 2, 4, 9, 12, 5, 5, -1, 1, 0.5, 2, 4])).toEqual([1, 3, 3, 4])
})

it('splits any text, and any piece of it, so that the parts give it again', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.array(fc.integer({ min: -3, max: 40 }), { maxLength: 8 }),
      fc.nat(30),
      (text, given, from) => {
        const emphasis = soundEmphasis(text, given)
        const parts = emphasisParts(text, emphasis)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        expect(parts.filter((part) => part.isEmphasised).length).toBeLessThanOrEqual(emphasis.length / 2)
        const piece = text.slice(from)
        const ofPiece = emphasisParts(piece, emphasis, from)
        expect(ofPiece.map((part) => part.text).join('')).toBe(piece)
        const count = (of: typeof parts) =>
          of.reduce((sum, part) => sum + (part.isEmphasised ? part.text.length : 0), 0)
        const before = emphasisParts(text.slice(0, from), emphasis)
        expect(count(before) + count(ofPiece)).toBe(count(parts))
      },
    ),
  )
})
