import { expect, test } from 'vitest'
import { isOneName, nameKeys, soundsOf } from '#shared/matching/sounds.ts'

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

test.each([
  ['محمد', 'mohammed'],
  ['محمد', 'muhammad'],
  ['عمر', 'omar'],
  ['علي', 'ali'],
  ['ليلي', 'layla'],
  ['ساره', 'sara'],
  ['يوسف', 'youssef'],
  ['فاطمه', 'fatima'],
  ['خالد', 'khaled'],
  ['ابراهيم', 'ibrahim'],
  ['مريم', 'maryam'],
  ['القحطاني', 'qahtani'],
])('%s surely is %s', (arabic, latin) => {
  expect(isOneName(arabic, latin)).toBe('surely')
  expect(isOneName(latin, arabic)).toBe('surely')
})

test.each([
  ['mohammed', 'mohamed', 'perhaps'],
  ['mohamed', 'muhammad', 'perhaps'],
  ['yusuf', 'youssef', 'perhaps'],
  ['عبدالله', 'abdullah', 'perhaps'],
  ['سامي', 'sam', null],
  ['جمال', 'gamil', 'perhaps'],
  ['ساره', 'sir', null],
  ['omar', 'mary', null],
  ['lea', 'oil', null],
  ['علي', 'ola', null],
  ['علي', 'lea', null],
  ['محمد', 'محمود', null],
])('%s and %s: %s', (a, b, likeness) => {
  expect(isOneName(a, b)).toBe(likeness)
})

test('the figures of a word are not heard', () => {
  expect(nameKeys('sara92 1990')).toEqual(nameKeys('sara'))
  expect(nameKeys('1990')).toEqual([])
})
