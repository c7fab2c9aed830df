import { describe, expect, it } from 'vitest'
import {
  changesOf,
  emptyList,
  filmOf,
  isChanged,
  isComplete,
  mergeLists,
  newListOf,
  type ListValues,
} from './list-values.ts'

const film = (name: string) => ({
  id: name.charCodeAt(0),
  title: name,
  year: 2011,
  poster: null,
  posterOverride: null,
  note: '',
})
const list = (films: string, more: Partial<ListValues> = {}): ListValues => ({
  ...emptyList,
  title: 'Doors',
  films: films.split('').map(film),
  ...more,
})
const text = ({ films }: ListValues) => films.map(({ title }) => title).join('')

describe('films of both sides', () => {
  it.each([
    ['nothing here', 'abc', 'abc', 'cab', 'cab'],
    ['nothing there', 'abc', 'cab', 'abc', 'cab'],
    ['added there', 'abc', 'abc', 'abcx', 'abcx'],
    ['added here and there', 'abc', 'abcy', 'abcx', 'abcyx'],
    ['the same added here and there', 'abc', 'xabc', 'abcx', 'abcx'],
    ['taken out there', 'abc', 'abcy', 'ac', 'acy'],
    ['taken out here', 'abc', 'ac', 'abcx', 'acx'],
    ['taken out here and there', 'abcd', 'acd', 'abd', 'ad'],
    ['the order is mine', 'abcd', 'dcba', 'bacd', 'dcba'],
    ['the order is mine; added there', 'abcd', 'dcba', 'axbcd', 'dcbax'],
    ['the order is mine; taken out there', 'abcd', 'dcba', 'acd', 'dca'],
    ['the order is theirs; added here', 'abcd', 'abycd', 'dcba', 'dcbya'],
    ['the order is theirs; taken out here', 'abcd', 'abd', 'dcba', 'dba'],
    ['moved here, taken out there', 'abc', 'bca', 'bc', 'bc'],
    ['all taken out', 'ab', 'a', 'b', ''],
  ])('%s', (_, base, mine, theirs, expected) => {
    expect(text(mergeLists(list(base), list(mine), list(theirs)))).toBe(expected)
  })
})

it('keeps what either side changed; what both changed is the member’s', () => {
  const base = list('a', { description: 'old' })
  const mine = { ...base, title: 'Mine', isRanked: true }
  const theirs = { ...base, title: 'Theirs', description: 'new', isPrivate: true, coverImage: '/media/c.jpg' }
  expect(mergeLists(base, mine, theirs)).toEqual({ ...theirs, title: 'Mine', isRanked: true })
})

it('of a change that had arrived leaves nothing to be sent', () => {
  const mine = list('cab', { title: 'Mine ' })
  const arrived = list('cab', { title: 'Mine' })
  expect(isChanged(arrived, mergeLists(list('abc'), mine, arrived))).toBe(false)
})

describe('what is sent', () => {
  it('is what changed', () => {
    const base = list('ab', { coverImage: '/media/c.jpg' })
    expect(changesOf(base, { ...base, films: [...base.films], description: ' ' })).toEqual({})
    expect(
      changesOf(base, { ...list('ba'), title: ' Windows ', description: ' d ', isPrivate: true }),
    ).toEqual({
      title: 'Windows',
      description: 'd',
      coverImage: null,
      isPrivate: true,
      movies: [{ id: 98 }, { id: 97 }],
    })
  })

  it('of a new list is all of it', () => {
    expect(newListOf(list('a', { title: ' Doors ', isRanked: true }))).toEqual({
      title: 'Doors',
      description: '',
      coverImage: null,
      isPrivate: false,
      isRanked: true,
      movies: [{ id: 97, title: 'a', poster: null }],
    })
  })

  it('needs a title and a film', () => {
    expect(isComplete(list('a'))).toBe(true)
    expect(isComplete(list(''))).toBe(false)
    expect(isComplete(list('a', { title: ' \n' }))).toBe(false)
  })

  it('knows a film found by its year, or without one', () => {
    const found = { id: 7, title: 'Salt', poster: '/p.jpg' }
    expect(filmOf({ ...found, release_date: '2011-05-01' })).toEqual({
      id: 7,
      title: 'Salt',
      poster: '/p.jpg',
      posterOverride: null,
      note: '',
      year: 2011,
    })
    expect(filmOf({ ...found, release_date: '' }).year).toBeNull()
  })
})

describe('notes and tags', () => {
  const noted = (films: string, notes: Record<string, string>, tags: string[] = []) => {
    const plain = list(films, { tags })
    return { ...plain, films: plain.films.map((one) => ({ ...one, note: notes[one.title] ?? '' })) }
  }

  it('sends a note that changed with the order, and no other', () => {
    const base = noted('abc', { a: 'one', b: 'two' })
    expect(changesOf(base, noted('abc', { a: 'one ', b: 'two' }))).toEqual({})
    expect(changesOf(base, noted('acb', { a: 'one', b: '', c: 'three ' }))).toEqual({
      movies: [{ id: 97 }, { id: 99, note: 'three' }, { id: 98, note: '' }],
    })
    expect(newListOf(noted('ab', { b: ' two ' })).movies).toMatchObject([{ id: 97 }, { id: 98, note: 'two' }])
    expect(newListOf(noted('ab', {})).movies.every((film) => film.note === undefined)).toBe(true)
  })

  it('sends tags that changed', () => {
    expect(changesOf(noted('a', {}, ['x']), noted('a', {}, ['x']))).toEqual({})
    expect(changesOf(noted('a', {}, ['x']), noted('a', {}, []))).toEqual({ tags: [] })
  })

  it('joins them as everything else: what the member changed wins', () => {
    const base = noted('abc', { a: 'one', b: 'two', c: 'three' }, ['x'])
    const mine = noted('abc', { a: 'mine', b: 'two', c: '' }, ['x'])
    const theirs = noted('cabd', { a: 'theirs', b: 'newer', c: 'theirs', d: 'four' }, ['y'])
    const joined = mergeLists(base, mine, theirs)
    expect(joined.films.map(({ title, note }) => [title, note])).toEqual([
      ['c', ''],
      ['a', 'mine'],
      ['b', 'newer'],
      ['d', 'four'],
    ])
    expect(joined.tags).toEqual(['y'])
    expect(mergeLists(base, { ...mine, tags: ['z'] }, theirs).tags).toEqual(['z'])
  })
})
