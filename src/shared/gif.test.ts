import { expect, test } from 'vitest'
import { gifAddressOf, parseGifAddress, stillOf } from './gif.ts'

test('a GIF has its still beside it', () => {
  expect(stillOf('/gifs/scene/sad-3.webp')).toBe('/gifs/scene/sad-3.still.webp')
  expect(stillOf(gifAddressOf('giphy', 'l0HlBO7eyXzSZkJri'))).toBe('/gifs/giphy/l0HlBO7eyXzSZkJri.still.webp')
})

test('an address tells the provider and the id', () => {
  expect(parseGifAddress(gifAddressOf('klipy', 'wow_12-b'))).toEqual({ provider: 'klipy', id: 'wow_12-b' })
})

test.each([
  '',
  '/media/8f0c2c.webp',
  '/gifs/scene/sad-3.still.webp',
  '/gifs/scene/sad-3.gif',
  '/gifs/tenor/1.webp',
  '/gifs/scene/../../etc.webp',
  '/gifs/scene/a/b.webp',
  'https://media.giphy.com/media/l0HlBO7eyXzSZkJri/giphy.webp',
  '//evil.example/gifs/scene/sad-3.webp',
  '/gifs/scene/sad-3.webp?x=1',
])('%s is no GIF of ours and has no still', (address) => {
  expect(parseGifAddress(address)).toBeNull()
  expect(stillOf(address)).toBeNull()
})
