import { describe, expect, test } from 'vitest'
import { createGifHosts } from './gif-hosts.ts'

describe('the providers\u2019 own hosts', () => {
  const isOfHost = createGifHosts({ mediaBaseUrl: null })

  test.each([
    ['giphy', 'https://media2.giphy.com/media/abc/200w.webp'],
    ['giphy', 'https://giphy.com/a.gif'],
    ['giphy', 'https://I.GIPHY.COM/a.gif'],
    ['klipy', 'https://static.klipy.com/ii/a.webp'],
  ])('%s: %s', (provider, address) => expect(isOfHost(provider, address)).toBe(true))

  test.each([
    ['giphy', 'http://media.giphy.com/a.webp'],
    ['giphy', 'https://static.klipy.com/a.webp'],
    ['klipy', 'https://media.giphy.com/a.webp'],
    ['giphy', 'https://evilgiphy.com/a.webp'],
    ['giphy', 'https://giphy.com.evil.example/a.webp'],
    ['giphy', 'https://evil.example/giphy.com/a.webp'],
    ['giphy', 'https://giphy.com@evil.example/a.webp'],
    ['giphy', 'https://user:pass@media.giphy.com/a.webp'],
    ['giphy', 'https://media.giphy.com:8443/a.webp'],
    ['giphy', 'https://media.giphy.com./a.webp'],
    ['giphy', 'https://127.0.0.1/a.webp'],
    ['giphy', 'https://[::1]/a.webp'],
    ['giphy', 'ftp://media.giphy.com/a.webp'],
    ['giphy', '//media.giphy.com/a.webp'],
    ['giphy', ''],
    ['tenor', 'https://media.tenor.com/a.webp'],
    ['constructor', 'https://media.giphy.com/a.webp'],
  ])('not %s: %s', (provider, address) => expect(isOfHost(provider, address)).toBe(false))
})

test('with a base address nothing but what lies below it', () => {
  const isOfHost = createGifHosts({ mediaBaseUrl: 'http://127.0.0.1:9000/media/' })
  expect(isOfHost('giphy', 'http://127.0.0.1:9000/media/a.webp')).toBe(true)
  for (const address of [
    'http://127.0.0.1:9000/other/a.webp',
    'http://127.0.0.1:9000/media/../other/a.webp',
    'http://127.0.0.1:9001/media/a.webp',
    'https://127.0.0.1:9000/media/a.webp',
    'https://media.giphy.com/a.webp',
  ])
    expect([address, isOfHost('giphy', address)]).toEqual([address, false])
})
