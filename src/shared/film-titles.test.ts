import { describe, expect, test } from 'vitest'
import { otherTitleFor, titleFor, type FilmTitleChoice, type FilmTitles } from './film-titles.ts'
import { directionOfLanguage } from './language-scripts.ts'

const film = (
  title: string,
  original_title: string,
  original_language: string,
  own_title: string | null = null,
): FilmTitles => ({ title, original_title, original_language, own_title })

const wadjda = film('Wadjda', 'وجدة', 'ar')
const amelie = film('Amélie', 'Le Fabuleux Destin d’Amélie Poulain', 'fr', 'أميلي')
const parasite = film('Parasite', '기생충', 'ko', 'طفيلي')
const untranslated = film('기생충', '기생충', 'ko')
const inception = film('Inception', 'Inception', 'en', 'Inception')

const named = (of: FilmTitles, language: string, choice: FilmTitleChoice) => {
  const other = otherTitleFor(of, { language, choice })
  const { title, lang } = titleFor(of, { language, choice })
  return `${title} [${lang}]${other === null ? '' : ` / ${other.title} [${other.lang}]`}`
}

test.each<[FilmTitles, string, FilmTitleChoice, string]>([
  [wadjda, 'ar', 'my-language', 'وجدة [ar] / Wadjda [en]'],
  [wadjda, 'ar', 'original', 'وجدة [ar] / Wadjda [en]'],
  [wadjda, 'ar', 'english', 'Wadjda [en] / وجدة [ar]'],
  [wadjda, 'fr', 'my-language', 'Wadjda [en] / وجدة [ar]'],
  [wadjda, 'en', 'my-language', 'Wadjda [en] / وجدة [ar]'],
  [amelie, 'ar', 'my-language', 'أميلي [ar] / Le Fabuleux Destin d’Amélie Poulain [fr]'],
  [amelie, 'ar', 'original', 'Le Fabuleux Destin d’Amélie Poulain [fr] / أميلي [ar]'],
  [amelie, 'ar', 'english', 'Amélie [en] / Le Fabuleux Destin d’Amélie Poulain [fr]'],
  [
    { ...amelie, own_title: null },
    'fr',
    'my-language',
    'Le Fabuleux Destin d’Amélie Poulain [fr] / Amélie [en]',
  ],
  [parasite, 'ar', 'my-language', 'طفيلي [ar] / 기생충 [ko]'],
  [{ ...parasite, own_title: '' }, 'ar', 'my-language', 'Parasite [en] / 기생충 [ko]'],
  [parasite, 'ar', 'original', '기생충 [ko] / طفيلي [ar]'],
  // A source without a translation answers the original: that is none.
  [{ ...parasite, own_title: '기생충' }, 'fr', 'my-language', 'Parasite [en] / 기생충 [ko]'],
  [untranslated, 'fr', 'my-language', '기생충 [ko]'],
  [untranslated, 'fr', 'english', '기생충 [ko]'],
  // The same words are not shown twice, whatever their case and accents.
  [inception, 'fr', 'my-language', 'Inception [en]'],
  [film('Leon', 'Léon', 'fr'), 'en', 'my-language', 'Leon [en]'],
])('%o in %s by %s is %s', (of, language, choice, expected) => {
  expect(named(of, language, choice)).toBe(expected)
})

describe('the language of a title', () => {
  const original = (title: string, language: string) =>
    titleFor(film(title, title, language), { language: 'en', choice: 'original' }).lang
  test('is the film’s', () => {
    expect(original('Cléo de 5 à 7', 'fr')).toBe('fr')
    expect(original('七人の侍', 'ja')).toBe('ja')
    expect(original('花樣年華', 'cn')).toBe('yue')
  })
  test('is English where letters of another script are missing', () => {
    expect(original('Seven Samurai', 'ja')).toBe('en')
    expect(original('X-Large', 'ar')).toBe('en')
    expect(original('1917', 'ru')).toBe('ru')
  })
  test('is unknown where there is none, or no such one', () => {
    for (const code of ['', 'xx', 'zz', 'english', '<b>', 'A']) expect(original('Begotten', code)).toBe('')
  })
})

test('a language is written in its direction', () => {
  expect(['ar', 'fa', 'he', 'ur'].map(directionOfLanguage)).toEqual(['rtl', 'rtl', 'rtl', 'rtl'])
  expect(['en', 'ja', '', 'zz', '"'].map(directionOfLanguage)).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'ltr'])
})
