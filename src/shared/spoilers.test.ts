import { describe, expect, it } from 'vitest'
import { spoilerParts, withoutSpoilers } from './spoilers.ts'

const plain = (text: string) => ({ text, spoiler: false })
const spoiler = (text: string) => ({ text, spoiler: true })

describe('spoilers inside a text', () => {
  it.each([
    ['', []],
    ['All is well.', [plain('All is well.')]],
    ['||He lives.||', [spoiler('He lives.')]],
    [
      'In the end ||he lives||, and ||she\nknows||!',
      [plain('In the end '), spoiler('he lives'), plain(', and '), spoiler('she\nknows'), plain('!')],
    ],
    ['||one||||two||', [spoiler('one'), spoiler('two')]],
    // One mark too many stands for itself.
    ['||one|| or || two', [spoiler('one'), plain(' or || two')]],
    ['a || b', [plain('a || b')]],
    ['a | b', [plain('a | b')]],
    // Nothing to hide.
    ['||||', [plain('||||')]],
    ['so ||  || what', [plain('so ||  || what')]],
    ['|||x|||', [spoiler('|x'), plain('|')]],
  ])('%j', (text, parts) => {
    const found = spoilerParts(text)
    expect(found.map((part) => ({ text: part.text, spoiler: part.spoiler }))).toEqual(parts)
    for (const part of found) expect(text.startsWith(part.text, part.start)).toBe(true)
  })

  it('are found in a text of nothing but marks', () => {
    expect(spoilerParts('|'.repeat(20_000))).toEqual([{ ...plain('|'.repeat(20_000)), start: 0 }])
    expect(spoilerParts('||x'.repeat(10_000))).toHaveLength(10_000)
  })

  it('give way to a marker', () => {
    expect(withoutSpoilers('In the end ||he lives||. Or ||', '[Spoiler]')).toBe('In the end [Spoiler]. Or ||')
  })
})
