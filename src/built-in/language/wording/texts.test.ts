import { expect, test } from 'vitest'
import { arabicTexts } from '#built-in/language/wording/texts.ar.ts'
import { englishTexts } from '#built-in/language/wording/texts.en.ts'
import { frenchTexts } from '#built-in/language/wording/texts.fr.ts'
import type { Texts } from '#built-in/language/wording/texts.ts'
import { createWording, cut } from '#built-in/language/wording/locale-format.ts'

const film = { id: 1, title: 'Film', year: 1999, poster: null }
const filters = {
  genres: [27],
  without: [35],
  mood: 'tense' as const,
  from: 1980,
  to: 1989,
  country: 'JP',
  language: 'ja',
  shortest: 60,
  longest: 100,
}
const march = { from: '2026-03-01', to: '2026-03-31' }

/** What a table says, with all that can be asked for. */
function told(say: Texts): string[] {
  const what = say.describe({ filters, people: ['Anna', 'Omar'], period: march })
  const fixed = Object.values(say).filter((text) => typeof text === 'string' && text !== say.comma)
  const orders = ['popular', 'best', 'newest', 'oldest'] as const
  return [
    ...fixed,
    say.greeting('layla'),
    say.noFilm('Zzq'),
    say.noPerson('Zzq'),
    say.took(film, [film]),
    say.unsure(film),
    ...orders.map((order) => say.found(order, what)),
    say.noneFound(what),
    say.similar(film, what),
    say.noneSimilar(film, what),
    say.ofPerson('Anna', 'actor', what),
    say.noneOfPerson('Anna', 'director', what),
    say.watchlist(2, 7, what),
    say.watchlistNoneFits(7, what),
    say.best('worst', what),
    say.noneRated(what),
    say.last(what),
    say.noneLogged(what),
    say.friendsLoved(what),
    say.noneLoved(what),
    say.noFriendLogged(film),
    say.noMember('Zzq'),
    say.memberOf('layla', film),
    say.noMemberLogged('layla', film),
    ...[null, '2020-01-01'].map((deathday) =>
      say.age({ name: 'Anna', birthday: '1950-01-01', deathday, years: 70 }),
    ),
  ] as string[]
}

test('French keeps its marks on the line of the word before', () => {
  for (const text of told(frenchTexts)) {
    expect(text).not.toMatch(/(?<!\u00a0)[!?;:»]|«(?!\u00a0)/)
    expect(text).not.toMatch(/'/)
  }
})

test('Arabic has marks of its own and Latin digits', () => {
  for (const text of told(arabicTexts)) expect(text).not.toMatch(/[?;,\u0660-\u0669]/)
})

test('all that was asked for is in the words of each language', () => {
  const describe = ({ describe: of }: Texts) => of({ filters, people: ['Anna'], period: march })
  expect(describe(englishTexts)).toEqual({
    films: 'tense horror films',
    details:
      ' (March 2026, 1980s, Japan, in Japanese, at least 60 min, at most 100 min, no comedy, with Anna)',
  })
  expect(describe(frenchTexts).films).toBe('films d’horreur et haletants')
  expect(describe(frenchTexts).details).toContain('(mars 2026, années 1980, Japon, en japonais,')
  expect(describe(arabicTexts).films).toBe('أفلام رعب ومشوّقة')
  expect(describe(arabicTexts).details).toContain('(مارس 2026، الثمانينيات، اليابان، اللغة: اليابانية،')
})

test('counts have the form of their number', () => {
  const film = { one: 'فيلم واحد', two: 'فيلمان', few: '# أفلام', many: '# فيلمًا', other: '# فيلم' }
  const { count } = createWording('arabic')
  expect([1, 2, 3, 11, 100, 1500].map((value) => count(value, film))).toEqual([
    'فيلم واحد',
    'فيلمان',
    '3 أفلام',
    '11 فيلمًا',
    '100 فيلم',
    '1,500 فيلم',
  ])
})

test('text of the other direction stands by itself and cannot break out', () => {
  const arabic = createWording('arabic')
  expect(arabic.isolated('Alien')).toBe('\u2068Alien\u2069')
  expect(arabic.isolated('وجدة')).toBe('وجدة')
  expect(arabic.isolated('Al\u2069ien')).toBe('\u2068Alien\u2069')
  const english = createWording('english')
  expect(english.isolated('Alien')).toBe('Alien')
  expect(english.isolated('وجدة')).toBe('\u2068وجدة\u2069')
})

test('long words are cut after a whole word, in one line', () => {
  expect(cut('one two\n three', 80)).toBe('one two three')
  expect(cut('one two three four', 10)).toBe('one two…')
  expect(cut('x'.repeat(100), 10)).toBe(`${'x'.repeat(10)}…`)
  expect(cut(`${'x'.repeat(9)}😀 and more`, 10)).toBe(`${'x'.repeat(9)}…`)
})

test('a day is written as the language does', () => {
  const languages = ['english', 'french'] as const
  expect(languages.map((language) => createWording(language).day('2026-12-01'))).toEqual([
    '1 December 2026',
    '1er décembre 2026',
  ])
})
