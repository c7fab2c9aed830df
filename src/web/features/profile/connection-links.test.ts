import { expect, it } from 'vitest'
import { connectionsOf } from './connection-links.ts'

const hrefs = (socials: Parameters<typeof connectionsOf>[0]) => connectionsOf(socials).map(({ href }) => href)

it('puts each handle, without a leading @, on the site of its key', () => {
  expect(
    connectionsOf({
      X: '@layla',
      youtube: '@layla.films',
      instagram: 'layla',
      tiktok: 'layla_t',
      imdb: 'ur123',
      tmdb: ' layla ',
    }),
  ).toEqual([
    { kind: 'X', href: 'https://x.com/layla', text: '@layla' },
    { kind: 'youtube', href: 'https://www.youtube.com/@layla.films', text: '@layla.films' },
    { kind: 'instagram', href: 'https://www.instagram.com/layla', text: '@layla' },
    { kind: 'tiktok', href: 'https://www.tiktok.com/@layla_t', text: '@layla_t' },
    { kind: 'imdb', href: 'https://www.imdb.com/user/ur123', text: '@ur123' },
    { kind: 'tmdb', href: 'https://www.themoviedb.org/u/layla', text: '@layla' },
  ])
})

it('takes the website as it is, and nothing that is not on the web', () => {
  expect(connectionsOf({ website: 'http://layla.example/Diary/?a=1' })).toEqual([
    { kind: 'website', href: 'http://layla.example/Diary/?a=1', text: 'layla.example/Diary/?a=1' },
  ])
  expect(hrefs({ website: 'javascript:alert(1)' })).toEqual([])
  expect(hrefs({ website: 'layla.example' })).toEqual([])
})

it('takes an address of the same site for what it is, and no other', () => {
  expect(connectionsOf({ youtube: 'https://youtube.com/c/layla' })).toEqual([
    { kind: 'youtube', href: 'https://youtube.com/c/layla', text: 'youtube.com/c/layla' },
  ])
  expect(hrefs({ instagram: 'www.instagram.com/layla/' })).toEqual(['https://www.instagram.com/layla'])
  expect(hrefs({ X: 'https://x.com.evil.example/layla' })).toEqual([])
  expect(hrefs({ imdb: 'javascript:alert(1)' })).toEqual([])
})

it('leaves out what is not set', () => {
  expect(hrefs({})).toEqual([])
  expect(hrefs({ X: '', tiktok: ' ', tmdb: '@' })).toEqual([])
})
