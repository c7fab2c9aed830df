import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('GIFs are drawn unless a provider is chosen', () => {
  expect(readConfig({}).gifs).toEqual({ provider: 'scene', apiKey: '', baseUrl: null, mediaBaseUrl: null })
  expect(
    readConfig({ GIF_PROVIDER: 'klipy', GIF_API_KEY: ' key ', GIF_BASE_URL: 'https://x.example/v1/' }).gifs,
  ).toEqual({
    provider: 'klipy',
    apiKey: 'key',
    baseUrl: 'https://x.example/v1',
    mediaBaseUrl: null,
  })
})

test.each([
  [{ GIF_PROVIDER: 'giphy' }, 'GIF_API_KEY: needed with GIF_PROVIDER=giphy'],
  [{ GIF_PROVIDER: 'klipy', GIF_API_KEY: '  ' }, 'GIF_API_KEY: needed with GIF_PROVIDER=klipy'],
  [{ GIF_PROVIDER: 'tenor' }, 'GIF_PROVIDER: must be scene, giphy or klipy'],
  [{ GIF_BASE_URL: 'giphy' }, 'GIF_BASE_URL: must be an http(s) address'],
  [{ GIF_API_KEY_FILE: '/nowhere/key' }, 'GIF_API_KEY_FILE: the file cannot be read'],
])('the fault of %o is named', (env, fault) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(fault)
})
