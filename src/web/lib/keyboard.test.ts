import { expect, it } from 'vitest'
import { keyOf } from './keyboard.ts'

it.each([
  ['an American keyboard', 'g', 'KeyG', 'g'],
  ['capitals', 'G', 'KeyG', 'g'],
  ['a name', 'ArrowDown', 'ArrowDown', 'ArrowDown'],
  ['AZERTY, where A is in the place of Q', 'a', 'KeyQ', 'a'],
  ['AZERTY, where the slash is above the colon', '/', 'Period', '/'],
  ['AZERTY, where the question mark is above the comma', '?', 'KeyM', '?'],
  ['an accent of AZERTY in the place of a digit', 'é', 'Digit2', 'é'],
  ['an accent of Canada in the place of the slash', 'é', 'Slash', 'é'],
  ['the slash of the digits', '/', 'NumpadDivide', '/'],
  ['an Arabic letter', 'ل', 'KeyG', 'g'],
  ['two Arabic letters on one key', 'لا', 'KeyB', 'b'],
  ['two Arabic letters that the browser does not name', 'Unidentified', 'KeyB', 'b'],
  ['an Arabic letter in the place of the slash', 'ظ', 'Slash', '/'],
  ['the Arabic question mark', '؟', 'Slash', '?'],
  ['the slash of an Arabic keyboard', '/', 'KeyL', '/'],
  ['an Arabic digit', '٢', 'Digit2', '2'],
  ['an Arabic sign that has no letter in its place', 'ذ', 'Backquote', 'ذ'],
  ['a Cyrillic letter', 'п', 'KeyG', 'g'],
  ['an accent yet to be completed', 'Dead', 'BracketLeft', 'Dead'],
])('%s', (_, key, code, expected) => {
  expect(keyOf({ key, code })).toBe(expected)
})
