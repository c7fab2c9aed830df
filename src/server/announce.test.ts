import { expect, test } from 'vitest'
import { readyLines } from './announce.ts'
import { readConfig } from './config.ts'

const address = 'http://127.0.0.1:3000'
const linesOf = (env: Record<string, string>) => readyLines(readConfig(env), address, {})
const warningsOf = (env: Record<string, string>) =>
  linesOf({ NODE_ENV: 'production', ...env }).flatMap((line) => {
    const [, warning] = /^ {2}Warning +(.*)$/.exec(line) ?? []
    return warning ? [warning] : []
  })

const complete = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://scene.example.org',
  TRUST_PROXY: 'loopback',
  SMTP_URL: 'smtp://mail.example.org',
  TMDB_API_KEY: 'key',
}

test('production with all that it needs says where it is, and nothing else', () => {
  expect(linesOf(complete)).toEqual([
    '',
    '  Scene is ready   https://scene.example.org',
    '  Mail             sent by SMTP',
    '  API              https://scene.example.org/api/docs',
    '',
  ])
})

test.each([
  ['SMTP_URL', / {2}Mail +not delivered, nobody can prove an address or reset a password: set SMTP_URL/],
  ['TMDB_API_KEY', / {2}Films +from the built-in catalogue, with invented ratings: set TMDB_API_KEY/],
  ['PUBLIC_URL', / {2}Warning +NODE_ENV is production and PUBLIC_URL is not set\. Set it/],
  ['TRUST_PROXY', / {2}Warning +PUBLIC_URL is set and TRUST_PROXY is not: all members look like one/],
] as const)('production without %s says so in one line', (name, expected) => {
  const lines = linesOf({ ...complete, [name]: '' })
  expect(lines.filter((line) => expected.test(line))).toHaveLength(1)
})

test('production tells what is open: the network without a name, an address without a lock, the demo login', () => {
  expect(warningsOf({ ...complete, HOST: '0.0.0.0' })).toEqual([])
  expect(warningsOf({ ...complete, HOST: '0.0.0.0', PUBLIC_URL: '' })).toEqual([
    expect.stringContaining('PUBLIC_URL is not set'),
    expect.stringContaining('HOST=0.0.0.0 lets in everybody who reaches it'),
  ])
  expect(warningsOf({ ...complete, PUBLIC_URL: 'http://scene.example.org' })).toEqual([
    expect.stringContaining('http://scene.example.org is not encrypted'),
  ])
  expect(warningsOf({ ...complete, SCENE_DEMO: 'public' })).toEqual([
    expect.stringContaining('anybody may sign in as a demo member'),
  ])
})

test('production tells of instances that may not share the key of two-step codes', () => {
  const two = { ...complete, REDIS_URL: 'redis://127.0.0.1:6379' }
  expect(warningsOf(two)).toEqual([expect.stringContaining('REDIS_URL is set and SECRET_KEY is not')])
  expect(warningsOf({ ...two, SECRET_KEY: 'a key of thirty-two letters or more' })).toEqual([])
})

test('a start that is no production is as short as before', () => {
  expect(linesOf({}).join('\n')).not.toMatch(/Warning|Films/)
})
