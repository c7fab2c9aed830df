import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from '#shared/matching/fold.ts'

describe('foldText', () => {
  test.each([
    ['Amélie', 'amelie'],
    ['AMELIE', 'amelie'],
    ['Léon: The Professional', 'leon the professional'],
    ['WALL·E', 'wall e'],
    ["Ocean's Eleven", 'oceans eleven'],
    ['Ocean’s Eleven', 'oceans eleven'],
    ['Fast & Furious', 'fast and furious'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['Æon Flux', 'aeon flux'],
    ['Brødre', 'brodre'],
    ['İstanbul', 'istanbul'],
    ['Wałęsa', 'walesa'],
    ['8½', '8 1 2'],
    ['２００１', '2001'],
    ['  a -- b  ', 'a b'],
    ['…', ''],
    ['', ''],
  ])('%s reads %s', (text, folded) => expect(foldText(text)).toBe(folded))

  test.each([
    ['أزرق القفطان', 'ازرق القفطان'],
    ['إلى', 'الي'],
    ['آخر', 'اخر'],
    ['ٱلرسالة', 'الرساله'],
    ['مُحَمَّدٌ', 'محمد'],
    ['ذيـــب', 'ذيب'],
    ['هجّان', 'هجان'],
    ['قضية رقم ٢٣', 'قضيه رقم 23'],
    ['کتاب فارسی', 'كتاب فارسي'],
    ['بچه‌های', 'بچههاي'],
    ['ŉ', 'n'],
    ['مسؤول', 'مسوول'],
  ])('%s reads %s', (text, folded) => expect(foldText(text)).toBe(folded))

  test('keeps what is a letter in its own script', () => {
    expect(foldText('パラサイト')).not.toBe(foldText('ハラサイト'))
    expect(foldText('हिन्दी')).not.toBe(foldText('हन्द'))
    expect(foldText('기생충').startsWith(foldText('기생'))).toBe(true)
  })

  test('is the same for every normal form and for a folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
      }),
      { numRuns: 2000 },
    )
  })
})
