import { readFileSync } from 'node:fs'
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

test.each([
  ['NODE_ENV', ['Production'], 'must be production, or development'],
  ['PUBLIC_URL', ['scene.example.org'], 'must be an http(s) address'],
  [
    'PUBLIC_URL',
    ['https://a.example/films', 'https://a.example//', 'https://a.example?a=1', 'https://b@a.example'],
    'must be https://name and nothing after it',
  ],
  [
    'TRUST_PROXY',
    [
      'nonsense',
      'true',
      '1',
      '10.0.0.0/33',
      '10.0.0.0/',
      '127.0.0.1,',
      '::1/129',
      '::1/255.0.0.0',
      '1.1.1.1/8/8',
    ],
    'must be addresses of proxies',
  ],
  ['DATABASE_URL', ['postgres://scene:a/b@db/scene', 'postgres://db:port/scene'], 'is no address'],
  ['REDIS_URL', ['redis://cache:port'], 'is no address'],
  ['SMTP_URL', ['mail.example.org'], 'must begin with smtp:// or smtps://'],
  ['SMTP_URL', ['smtp://', 'smtp://mail:port'], 'names no server'],
  ['MAIL_FROM', ['scene', 'Scene <scene@>', 'a@b.example\nBcc: c@d.example'], 'must be an address'],
  ['PRIVACY_URL', ['/privacy'], 'must be an http(s) address'],
  ['LETTERBOXD_BASE_URL', ['x'], 'must be an http(s) address'],
  ['WEBHOOK_HOSTS', ['http://home.lan/', 'home.lan:8123'], 'must be hosts without ports'],
  ['PUSH_HOSTS', ['push.example other.example'], 'must be hosts, such as'],
])('%s is not taken with %o', (name, values, fault) => {
  for (const value of values) expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${fault}`)
})

test('each faulty setting is one line', () => {
  const lines = /^Scene cannot start[^\n]+\n {2}PORT: [^\n]+\n {2}PUBLIC_URL: [^\n]+\n {2}SMTP_URL: [^\n]+$/
  expect(() => readConfig({ PORT: '-1.5', PUBLIC_URL: 'x', SMTP_URL: 'x' })).toThrow(lines)
})

test.each([
  ['TRUST_PROXY', '127.0.0.1'],
  ['TRUST_PROXY', 'loopback, uniquelocal'],
  ['TRUST_PROXY', '10.0.0.0/8,fd00::/8,192.168.0.0/255.255.0.0'],
  ['DATABASE_URL', 'postgres://scene@/scene?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgresql:///scene'],
  ['DATABASE_URL', 'postgres://scene:p%23@%2Fvar%2Frun%2Fpostgresql:5433/scene'],
  ['REDIS_URL', 'rediss://:secret@cache:6380/1'],
  ['SMTP_URL', 'smtps://user%40example.org:p%2F@mail.example.org'],
  ['MAIL_FROM', 'scene@example.org'],
  ['MAIL_FROM', '"Scene, films" <scene@example.org>'],
  ['WEBHOOK_HOSTS', 'home.lan, 192.168.1.20,fd00::1'],
  ['PUSH_HOSTS', 'push.example.org,192.168.1.20:8443, [fd00::1]:8443'],
])('%s=%s is taken', (name, value) => {
  expect(readConfig({ [name]: value }).settings).toContainEqual(
    expect.objectContaining({ name, from: 'environment' }),
  )
})

test('the address that members use is written in one way, and blanks around a value do not count', () => {
  const urls = ['https://a.example', 'https://A.example/', ' HTTPS://a.example:443 ']
  expect(urls.map((PUBLIC_URL) => readConfig({ PUBLIC_URL }).publicUrl)).toEqual(
    urls.map(() => 'https://a.example'),
  )
  expect(readConfig({ PORT: ' ', HOST: ' [::1] ', REGISTRATION: 'closed\r' })).toMatchObject({
    port: 3000,
    host: '::1',
    registration: 'closed',
  })
})

test('.env.example has every setting, and no other, each with its default', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const shown = new Map(
    [...text.matchAll(/^#([A-Z\d_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const { settings } = readConfig({})
  expect(new Set(shown.keys())).toEqual(new Set(settings.map(({ name }) => name)))
  const others = settings.filter(({ name, value }) => value !== null && value !== shown.get(name))
  // Of this one the comment above it tells.
  expect(others.map(({ name }) => name)).toEqual(['NODE_ENV'])
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

test('without SCENE_DEMO there is a demo community only where Scene is tried with a database of its own', () => {
  const demo = (env: Record<string, string>) => {
    const config = readConfig(env)
    return [config.demo, config.settings.find(({ name }) => name === 'SCENE_DEMO')]
  }
  const byDefault = { name: 'SCENE_DEMO', from: 'default', isSecret: false }
  expect(demo({})).toEqual(['local', { ...byDefault, value: '1' }])
  expect(demo({ NODE_ENV: 'production' })).toEqual(['off', { ...byDefault, value: '0' }])
  expect(demo({ DATABASE_URL: 'postgres://db/scene' })).toEqual(['off', { ...byDefault, value: '0' }])
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
