import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { feedXml, startLetterboxdServer, type LetterboxdServer } from '#test/fakes/letterboxd-server.ts'
import { createLetterboxdSource } from './letterboxd-feeds.ts'

let source: LetterboxdServer

beforeEach(async () => {
  source = await startLetterboxdServer()
  source.answers.set('layla', { body: feedXml('layla', []) })
})
afterEach(() => source.close())

function asking(options: { isInside?: boolean; baseUrl?: string; pauseMs?: number }) {
  const { fetch } = createLetterboxdSource({
    baseUrl: source.url,
    isInside: true,
    agent: 'Scene',
    ...options,
  })
  return () => fetch('layla', { etag: null, modified: null })
}

test('is not looked for inside, unless the operator says so', async () => {
  const baseUrl = source.url.replace('127.0.0.1', 'localhost')
  expect(await asking({ baseUrl, isInside: false })()).toEqual({ status: 'away', retryAfterMs: null })
  expect(source.asked).toEqual([])
  expect(await asking({ baseUrl, isInside: true })()).toMatchObject({ status: 'read' })
})

test('is asked one question after another, the next after a pause', async () => {
  const patient = asking({ pauseMs: 3_600_000 })
  await patient()
  void patient()
  await sleep(100)
  expect(source.asked).toHaveLength(1)
  const quick = asking({ pauseMs: 1 })
  await Promise.all([quick(), quick()])
  expect(source.asked).toHaveLength(3)
})

test('is read when it comes packed, unless it unpacks to more than a feed holds', async () => {
  const ask = asking({ pauseMs: 1 })
  const send = (body: string) =>
    source.answers.set('layla', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) })
  const xml = feedXml('layla', [])
  send(xml)
  expect(await ask()).toMatchObject({ status: 'read', xml })
  send(xml + ' '.repeat(3_000_000))
  expect(await ask()).toEqual({ status: 'away', retryAfterMs: null })
})
