import { expect, test } from 'vitest'
import { isSameTitle, wholeForms } from '#shared/matching/title-forms.ts'

test.each([
  ['Amélie', 'AMELIE'],
  ['The Matrix', 'matrix'],
  ['Godfather, The', 'The Godfather'],
  ['Dune: Part Two', 'dune 2'],
  ['Dune: Part Two', 'Dune part II'],
  ['Rocky IV', 'rocky 4'],
  ['Terminator 2', 'terminator two'],
  ['Seven Samurai', '7 samurai'],
  ['Les Sept Samouraïs', 'les 7 samourais'],
  ['Fast & Furious', 'fast and furious'],
  ['Jules et Jim', 'Jules & Jim'],
  ['Romeo + Juliet', 'romeo and juliet'],
  ['WALL·E', 'wall e'],
  ['العرّاب الجزء الثاني', 'العراب 2'],
  ['الأسد الملك', 'الاسد الملك'],
  ['الطيب والشرس والقبيح', 'الطيب الشرس القبيح'],
  ['Le Parrain, 2e partie', 'le parrain 2'],
  ['Œdipe roi', 'oedipe roi'],
  ['Die Straße', 'strasse'],
  ['ذِيبٌ', 'ذيب'],
])('%s is %s', (a, b) => {
  expect(isSameTitle(a, b)).toBe(true)
})

test.each([
  ['Alien', 'Aliens'],
  ['2001', '2010'],
  ['Up', 'Us'],
  ['Rocky', 'Rocky II'],
  ['…', '!!!'],
  ['', ''],
  ['Dawn', 'Dawn of the Dead'],
])('%s is not %s', (a, b) => {
  expect(isSameTitle(a, b)).toBe(false)
})

test('words that every object has are words of titles', () => {
  expect(isSameTitle('The Constructor', 'constructor')).toBe(true)
  expect(wholeForms('part constructor toString')).toEqual(['part constructor toString'])
})
