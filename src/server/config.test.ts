import { expect, test } from 'vitest'
import { ConfigError, isLoopbackHost, readConfig } from './config.ts'

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

test('SceneBot answers by itself unless there is a model', () => {
  expect(readConfig({ ASSISTANT_DAILY_TOKENS: '5000' }).assistant).toBeNull()
  const model = { ASSISTANT_BASE_URL: 'http://localhost:11434/v1/', ASSISTANT_MODEL: ' a-model ' }
  expect(readConfig(model).assistant).toEqual({
    baseUrl: 'http://localhost:11434/v1',
    apiKey: null,
    model: 'a-model',
    dailyTokens: 200_000,
    timeoutMs: 30_000,
  })
  expect(
    readConfig({
      ...model,
      ASSISTANT_API_KEY: ' key ',
      ASSISTANT_TIMEOUT: '10',
      ASSISTANT_DAILY_TOKENS: '5000',
    }).assistant,
  ).toMatchObject({ apiKey: 'key', dailyTokens: 5000, timeoutMs: 10_000 })
})

test.each([
  [{ DATABASE_REPLICA_URL: 'postgres://replica/scene' }, 'DATABASE_URL: needed with DATABASE_REPLICA_URL'],
  [{ GIF_PROVIDER: 'giphy' }, 'GIF_API_KEY: needed with GIF_PROVIDER=giphy'],
  [{ GIF_PROVIDER: 'klipy', GIF_API_KEY: '  ' }, 'GIF_API_KEY: needed with GIF_PROVIDER=klipy'],
  [{ GIF_PROVIDER: 'tenor' }, 'GIF_PROVIDER: must be scene, giphy or klipy'],
  [{ GIF_BASE_URL: 'giphy' }, 'GIF_BASE_URL: must be an http(s) address'],
  [{ GIF_API_KEY_FILE: '/nowhere/key' }, 'GIF_API_KEY_FILE: the file cannot be read'],
  [
    { ASSISTANT_BASE_URL: 'https://models.example/v1' },
    'ASSISTANT_MODEL: needed when another setting of the language model is given',
  ],
  [
    { ASSISTANT_MODEL: 'a-model', ASSISTANT_API_KEY: 'key' },
    'ASSISTANT_BASE_URL: needed when another setting of the language model is given',
  ],
  [
    { ASSISTANT_API_KEY: 'key' },
    'ASSISTANT_BASE_URL, ASSISTANT_MODEL: needed when another setting of the language model is given',
  ],
  [{ ASSISTANT_API_KEY_FILE: '/nowhere/key' }, 'ASSISTANT_API_KEY_FILE: the file cannot be read'],
  [
    { ASSISTANT_BASE_URL: 'localhost', ASSISTANT_MODEL: 'm' },
    'ASSISTANT_BASE_URL: must be an http(s) address',
  ],
  [{ ASSISTANT_DAILY_TOKENS: '10' }, 'ASSISTANT_DAILY_TOKENS: must be a whole number from 1000'],
  [{ ASSISTANT_TIMEOUT: '0' }, 'ASSISTANT_TIMEOUT: must be a whole number from 2 to 600'],
])('the fault of %o is named', (env, fault) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(fault)
})

test('only this machine reaches a start without settings', () => {
  expect(readConfig({})).toMatchObject({ host: 'localhost', openToOthers: false, demo: 'local' })
  expect(readConfig({}).mail.delivery).toBe('mailbox')
  for (const env of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: 'scene.lan' },
    { PUBLIC_URL: 'https://a.example' },
  ]) {
    expect(readConfig(env)).toMatchObject({ openToOthers: true, mail: { delivery: 'terminal' } })
    expect(readConfig({ ...env, NODE_ENV: 'production' }).mail.delivery).toBe('none')
    expect(readConfig({ ...env, SMTP_URL: 'smtp://127.0.0.1' }).mail.delivery).toBe('smtp')
  }
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(readConfig({ PUBLIC_URL }).openToOthers).toBe(false)
})

test('SCENE_DEMO is 0, 1 or public', () => {
  const demo = (SCENE_DEMO: string) => readConfig({ SCENE_DEMO }).demo
  expect(['0', 'false', '1', 'true', 'public'].map(demo)).toEqual(['off', 'off', 'local', 'local', 'public'])
  expect(() => demo('yes')).toThrow(/SCENE_DEMO: must be 0, 1 or public/)
})

test.each(['localhost', 'a.LOCALHOST', '127.0.0.1', '127.255.0.9', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => expect(isLoopbackHost(host)).toBe(true),
)
test.each([
  '',
  '0.0.0.0',
  '::',
  '128.0.0.1',
  '127.0.0.1.example.org',
  'localhost.example.org',
  'mylocalhost',
  '127.x',
  '::ffff:10.0.0.1',
])('%s is not', (host) => expect(isLoopbackHost(host)).toBe(false))
