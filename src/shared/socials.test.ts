import { expect, test } from 'vitest'
import { isWebsite, socialPage, socialSites, withoutDeadLinks } from './socials.ts'

test('a handle is on the page of its site, with or without a leading @', () => {
  expect(socialPage('X', '@layla')).toEqual({ href: 'https://x.com/layla', handle: 'layla', short: '@layla' })
  expect(socialPage('youtube', ' ليلى_أفلام ')?.handle).toBe('ليلى_أفلام')
  expect(socialPage('imdb', 'nm0000123')?.href).toBe('https://www.imdb.com/user/nm0000123')
  for (const site of socialSites) expect(socialPage(site, 'layla.films_1-a')?.handle).toBe('layla.films_1-a')
})

test.each([
  ['X', 'https://x.com/layla', 'layla'],
  ['X', 'http://www.twitter.com/layla/?s=20#top', 'layla'],
  ['youtube', 'https://m.youtube.com/@layla', 'layla'],
  ['youtube', 'youtube.com/@%D9%84%D9%8A%D9%84%D9%89', 'ليلى'],
  ['instagram', 'www.instagram.com/layla/', 'layla'],
  ['tiktok', 'https://www.tiktok.com/@layla', 'layla'],
  ['imdb', 'https://www.imdb.com/user/ur1234567/', 'ur1234567'],
  ['tmdb', 'https://www.themoviedb.org/u/layla', 'layla'],
] as const)('on %s the address %s is the handle %s', (site, address, handle) => {
  expect(socialPage(site, address)).toMatchObject({ handle, short: handle })
})

test('another page of the same site is kept as its address', () => {
  const href = 'https://www.youtube.com/channel/UC123'
  expect(socialPage('youtube', `${href}?view=1`)).toEqual({ href, handle: null, short: href })
})

const hostile = [
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  'https://evil.example/layla',
  'https://x.com.evil.example/layla',
  'https://x.com@evil.example/',
  'https://evil@x.com/layla',
  'https://x.com:8080/layla',
  'https://x.com',
  'a/b',
  '../b',
  '..',
  '@',
  '@@layla',
  'la yla',
  'a\tb',
  'a\nb',
  'a\0b',
  'a?b',
  'a#b',
  'a%2fb',
  'a\\b',
  '<b>',
  "'",
  '\u202elayla',
  'x'.repeat(102),
]

test.each(hostile)('%j is nobody on any site', (text) => {
  for (const site of socialSites) expect([site, socialPage(site, text)]).toEqual([site, null])
})

test('of what is stored only links are left', () => {
  const good = { X: '@layla', website: 'https://layla.example' }
  expect(withoutDeadLinks({ ...good, imdb: 'javascript:alert(1)', youtube: undefined })).toEqual(good)
  expect(withoutDeadLinks({ website: 'javascript:alert(1)' })).toEqual({})
})

test.each([
  'https://example.org',
  'HTTP://example.org:8080/~ada?x=1#y',
  'https://موقع.example/@ada',
  'https://[::1]/',
])('%s is a website', (address) => expect(isWebsite(address)).toBe(true))

test.each([
  '',
  'example.org',
  '//example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'https://',
  'https:///x',
  'https://exa mple.org',
  'https://bank.example@evil.example/',
  'https://bank.example\\@evil.example/',
  'https://a:b@evil.example',
  'https://example.org:99999',
])('%s is none', (address) => expect(isWebsite(address)).toBe(false))
