import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
import { readConfig } from '#server/config.ts'
import { isBlockedQuery, isShownById, isShownInSearch, sourceNumber } from './search.service.ts'

const rules = readConfig({}).search

const film = (overrides: Partial<SourceFilm>): SourceFilm => ({
  id: 1,
  title: 'Film',
  original_title: 'Film',
  overview: '',
  poster_path: '/a.jpg',
  backdrop_path: null,
  release_date: '',
  vote_average: 7,
  vote_count: 100_000,
  original_language: 'en',
  genre_ids: [],
  adult: false,
  popularity: 1,
  ...overrides,
})

describe('films in search results', () => {
  test.each<[string, Partial<SourceFilm>, boolean]>([
    ['11 votes', { vote_count: 11 }, true],
    ['10 votes', { vote_count: 10 }, false],
    ['no poster', { poster_path: null }, false],
    ['adult', { adult: true }, false],
    ['Japanese, 2,499 votes', { original_language: 'ja', vote_count: 2499 }, false],
    ['Japanese, 2,500 votes', { original_language: 'ja', vote_count: 2500 }, true],
    ['Cantonese is no Mandarin', { original_language: 'cn', vote_count: 11 }, true],
    ['Arabic', { original_language: 'ar', vote_count: 11 }, true],
  ])('%s', (_, overrides, shown) => {
    expect(isShownInSearch(rules, film(overrides))).toBe(shown)
  })

  test.each(['zh', 'fr', 'de', 'ru', 'ko'])('%s needs 5,000 votes', (original_language) => {
    expect(isShownInSearch(rules, film({ original_language, vote_count: 4999 }))).toBe(false)
    expect(isShownInSearch(rules, film({ original_language, vote_count: 5000 }))).toBe(true)
  })

  test.each(['hi', 'ta', 'te', 'ml', 'kn', 'bn', 'pa', 'ur'])('%s is left out', (original_language) => {
    expect(isShownInSearch(rules, film({ original_language }))).toBe(false)
  })

  test('hidden films are left out, by title and by number', () => {
    const hiding = readConfig({ SEARCH_HIDDEN_FILMS: '603,604' }).search
    expect(isShownInSearch(hiding, film({ id: 604 }))).toBe(false)
    expect(isShownById(hiding, film({ id: 603 }))).toBe(false)
    expect(isShownInSearch(hiding, film({ id: 605 }))).toBe(true)
  })

  test('the operator may change numbers and languages', () => {
    const open = readConfig({
      SEARCH_MIN_VOTES: '0',
      SEARCH_LANGUAGE_VOTES: 'fr:20',
      SEARCH_EXCLUDED_LANGUAGES: 'none',
    }).search
    expect(isShownInSearch(open, film({ original_language: 'hi', vote_count: 1 }))).toBe(true)
    expect(isShownInSearch(open, film({ original_language: 'ja', vote_count: 1 }))).toBe(true)
    expect(isShownInSearch(open, film({ original_language: 'fr', vote_count: 19 }))).toBe(false)
  })

  test('faulty settings are refused', () => {
    expect(() => readConfig({ SEARCH_LANGUAGE_VOTES: 'french' })).toThrow('SEARCH_LANGUAGE_VOTES')
    expect(() => readConfig({ SEARCH_HIDDEN_FILMS: '603;604' })).toThrow('SEARCH_HIDDEN_FILMS')
    expect(() => readConfig({ SEARCH_EXCLUDED_LANGUAGES: 'Hindi' })).toThrow('SEARCH_EXCLUDED_LANGUAGES')
  })
})

describe('blocked words', () => {
  test.each([
    'porn',
    'PORN',
    'free  porn!',
    'pörn',
    'xxx',
    'sex-tape',
    'hentai movie',
    'سكس',
    'إباحي',
    'إباحى إباحي',
  ])('%s', (query) => expect(isBlockedQuery(rules, query)).toBe(true))
  test.each(['Sex and the City', 'The Popcorn Chronicles', 'Scent of a Woman', '8½', '', '日本'])(
    '%s is an honest search',
    (query) => expect(isBlockedQuery(rules, query)).toBe(false),
  )

  test('the operator’s list replaces the one that comes with Scene', () => {
    const own = readConfig({ SEARCH_BLOCKED_WORDS: 'foo, bar baz' }).search
    expect(isBlockedQuery(own, 'a Foo film')).toBe(true)
    expect(isBlockedQuery(own, 'bar  baz')).toBe(true)
    expect(isBlockedQuery(own, 'baz bar')).toBe(false)
    expect(isBlockedQuery(own, 'porn')).toBe(false)
  })

  test('a blocked word is found among any others', () => {
    const other = fc.stringMatching(/^[a-z ]{0,30}$/)
    fc.assert(
      fc.property(other, other, (a, b) => {
        expect(isBlockedQuery(rules, `${a} porn ${b}`)).toBe(true)
      }),
    )
  })
})

test.each<[string, number | null]>([
  ['603', 603],
  [' 603 ', 603],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['99999999999', null],
  ['0', null],
  ['-1', null],
  ['1e3', null],
  ['1917 film', null],
  ['', null],
])('the film number in "%s" is %s', (query, number) => expect(sourceNumber(query)).toBe(number))
