import { beforeEach, describe, expect, it } from 'vitest'
import {
  addRecent,
  readLastSearch,
  readRecents,
  removeRecent,
  writeLastSearch,
  writeRecents,
  type RecentSearch,
} from './recents.ts'

const films = (query: string): RecentSearch => ({ query, tab: 'films' })

describe('recent searches', () => {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

  it('keeps the newest ten, newest first', () => {
    let recents: RecentSearch[] = []
    for (let n = 1; n <= 12; n += 1) recents = addRecent(recents, films(`film ${n}`))
    expect(recents).toHaveLength(10)
    expect(recents[0]?.query).toBe('film 12')
    expect(recents.at(-1)?.query).toBe('film 3')
  })

  it('moves a repeated search to the top instead of listing it twice', () => {
    const recents = addRecent([films('dune'), films('Salt')], films(' salt '))
    expect(recents).toEqual([films('salt'), films('dune')])
  })

  it('tells tabs apart', () => {
    expect(addRecent([films('omar')], { query: 'omar', tab: 'users' })).toHaveLength(2)
  })

  it('lets a longer word replace the shorter one of the same typing', () => {
    const recents = addRecent([films('sal'), films('dune')], films('salt harbour'), films('sal'))
    expect(recents).toEqual([films('salt harbour'), films('dune')])
  })

  it('keeps one text that was looked at on several tabs once, with the last of them', () => {
    const onFilms = films('omar')
    expect(addRecent([onFilms, films('dune')], { query: 'omar', tab: 'users' }, onFilms)).toEqual([
      { query: 'omar', tab: 'users' },
      films('dune'),
    ])
  })

  it('records nothing on the way back', () => {
    expect(addRecent([films('salt')], films('sal'), films('salt'))).toEqual([films('salt')])
  })

  it('ignores blanks', () => {
    expect(addRecent([], films('   '))).toEqual([])
  })

  it('removes one', () => {
    expect(removeRecent([films('a'), films('b')], films('A'))).toEqual([films('b')])
  })

  it('survives the storage, without entries it does not know', () => {
    writeRecents(localStorage, [films('a')])
    expect(readRecents(localStorage)).toEqual([films('a')])
    localStorage.setItem('recentSearches', '[{"query":"x","tab":"planets"},{"query":"b","tab":"users"},3]')
    expect(readRecents(localStorage)).toEqual([{ query: 'b', tab: 'users' }])
    localStorage.setItem('recentSearches', 'oops')
    expect(readRecents(localStorage)).toEqual([])
  })

  it('remembers the last query and tab of the browser session', () => {
    expect(readLastSearch(sessionStorage)).toEqual(films(''))
    writeLastSearch(sessionStorage, { query: 'omar', tab: 'users' })
    expect(readLastSearch(sessionStorage)).toEqual({ query: 'omar', tab: 'users' })
  })
})
