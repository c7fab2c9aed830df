import { expect, test } from 'vitest'
import { soundsOf } from '#built-in/catalogue/search/sounds.ts'

const keysOf = (word: string) => soundsOf(word).map(({ key }) => key)
const soundAlike = (a: string, b: string) => keysOf(a).some((key) => keysOf(b).includes(key))

test.each([
  ['نولان', 'nolan'],
  ['سبيلبرغ', 'spielberg'],
  ['سبيلبيرج', 'spielberg'],
  ['هيتشكوك', 'hitchcock'],
  ['كريستوفر', 'christopher'],
  ['شاهين', 'chahine'],
  ['انسبشن', 'inception'],
  ['فايت', 'fight'],
  ['واشنطن', 'washington'],
  ['جوهانسون', 'johansson'],
  ['احمد', 'ahmed'],
  ['بيلوتشي', 'bellucci'],
  ['الحديد', 'hadid'],
  ['شوارزنيجر', 'schwarzenegger'],
])('%s sounds like %s', (arabic, latin) => {
  expect(soundAlike(arabic, latin)).toBe(true)
})

test.each([
  ['نولان', 'miller'],
  ['باب', 'mad'],
  ['2001', '2010'],
])('%s does not sound like %s', (a, b) => {
  expect(soundAlike(a, b)).toBe(false)
})
