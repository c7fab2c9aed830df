import { describe, expect, it } from 'vitest'
import ar from '#web/i18n/ar.app.json'
import en from '#web/i18n/en.app.json'
import fr from '#web/i18n/fr.app.json'
import { requestedLanguage } from './language-phrases.ts'

describe('a language phrase', () => {
  it.each([
    ['reply in english', 'english'],
    ['  Reply in ARABIC ', 'arabic'],
    ['reply in french.', 'french'],
    ['Reset  language', 'reset'],
    ['أجب بالإنجليزية', 'english'],
    ['اجب بالعربيه', 'arabic'],
    ['أَجِبْ باللغة العربية', 'arabic'],
    ['رد بالفرنسية', 'french'],
    ['إعادة ضبط اللغة', 'reset'],
    ['répondez en anglais', 'english'],
    ['réponds en arabe !', 'arabic'],
    ['Repondre en francais', 'french'],
    ['réinitialiser la langue', 'reset'],
  ])('%s means %s', (text, wish) => {
    expect(requestedLanguage(text)).toBe(wish)
  })

  it.each([
    'films in french',
    'reply in spanish',
    'please tell me which films reply in english',
    'أفلام بالعربية',
    'un film en arabe',
    '',
    `reply in english${' '.repeat(100)}now`,
  ])('%j is a question', (text) => {
    expect(requestedLanguage(text)).toBeNull()
  })

  it.each([en, ar, fr])('those that are offered are understood', ({ sceneBot: { phrases } }) => {
    const wishes = Object.entries(phrases).map(([wish, phrase]) => [wish, requestedLanguage(phrase)])
    expect(wishes).toEqual(['english', 'arabic', 'french', 'reset'].map((wish) => [wish, wish]))
  })
})
