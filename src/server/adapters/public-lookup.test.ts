import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/logger.ts'
import { createCatalogue } from '#built-in/catalogue/catalogue.ts'
import { createPictures } from './pictures/create-pictures.ts'
import { createDownload } from './pictures/fetched-pictures.ts'
import { createPublicLookup, type Lookup } from './public-lookup.ts'

const outside = '151.101.2.133'

/** A name server whose answers are given, one a question; the last one goes on. */
function answering(...answers: string[][]) {
  const questions: string[] = []
  const lookup: Lookup = (hostname, _, answer) => {
    const addresses = answers[Math.min(questions.length, answers.length - 1)] ?? []
    questions.push(hostname)
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { lookup, questions }
}

const find = (lookup: Lookup, options: { all?: boolean } = {}) =>
  new Promise((resolve, reject) => {
    createPublicLookup(lookup)('media.giphy.com', options, (error, found, family) =>
      error ? reject(error) : resolve(options.all ? found : [found, family]),
    )
  })

describe('what a name may lead to', () => {
  const inside = [
    '127.0.0.1 127.255.0.1 0.0.0.0 10.1.2.3 172.31.0.1 192.168.1.1 100.64.0.1 169.254.169.254',
    '198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 192.0.0.8 192.0.2.1 192.88.99.1 198.51.100.1 203.0.113.7',
    '::1 :: fe80::1 fec0::1 fd00:ec2::254 fc00::1 ff02::1 2001:db8::1 2002:7f00:1:: 2001:0:7f00:1::',
    '::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::ffff:0:127.0.0.1 ::ffff:0:a00:1',
    '100::1 100:0:0:1::1 2001:2::1 2001:10::1 2001:1ff:ffff::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 ::151.101.2.133',
    '64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1',
  ]
  test.each(inside.flatMap((line) => line.split(' ')))('not %s', async (address) => {
    await expect(find(answering([address]).lookup)).rejects.toThrow('media.giphy.com is at no public address')
  })

  test.each([
    [outside, 4],
    ['2a04:4e42::645', 6],
    ['2001:200::1', 6],
    ['3fff:1000::1', 6],
    ['64:ff9b::151.101.2.133', 6],
    ['::ffff:151.101.2.133', 6],
  ])('%s', async (address, family) => {
    expect(await find(answering([address]).lookup)).toEqual([address, family])
  })

  test('of several addresses those outside', async () => {
    const { lookup } = answering(['127.0.0.1', outside, '::1'])
    expect(await find(lookup, { all: true })).toEqual([{ address: outside, family: 4 }])
    expect(await find(lookup)).toEqual([outside, 4])
  })

  test('a name that is not known is told as such', async () => {
    await expect(find((_, __, answer) => answer(new Error('ENOTFOUND'), []))).rejects.toThrow('ENOTFOUND')
  })
})

describe('a name whose answer changes', () => {
  let inside: Server
  let asked = 0
  const webp = Buffer.from('524946460400000057454250', 'hex')
  beforeAll(async () => {
    inside = createServer((_, response) => {
      asked += 1
      response.writeHead(200, { 'content-type': 'image/webp' }).end(webp)
    })
    await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening))
  })
  afterAll(() => inside.close())
  const address = () => `http://media.giphy.com:${(inside.address() as AddressInfo).port}/a.webp`

  test('leads to the server that is inside where nobody looks: so the stand-in can', async () => {
    const { lookup } = answering(['127.0.0.1'])
    const unguarded = createDownload(['webp'], {
      lookup: (hostname, options, answer) =>
        lookup(hostname, { ...options, all: true }, (error, found) =>
          options.all ? answer(error, found) : answer(error, found[0]?.address ?? '', found[0]?.family),
        ),
    })
    expect(await unguarded(address())).toEqual(webp)
    expect(asked).toBe(1)
  })

  test.each([['127.0.0.1'], ['169.254.169.254'], ['::ffff:127.0.0.1']])(
    'from outside to %s is asked once a connection, and leads nowhere',
    async (second) => {
      asked = 0
      const { lookup, questions } = answering([outside], [second])
      const guarded = createPublicLookup(lookup)
      // The first connection is one to what was looked at; it is given up before it leaves this machine.
      const given: unknown[] = []
      const download = createDownload(['webp'], {
        lookup: (hostname, options, answer) =>
          guarded(hostname, options, (error, found, family) => {
            given.push(error?.message ?? found)
            if (error) answer(error, found, family)
            else answer(new Error('given up'), [])
          }),
      })
      await expect(download(address())).rejects.toThrow()
      await expect(download(address())).rejects.toThrow()
      expect(given).toEqual([[{ address: outside, family: 4 }], 'media.giphy.com is at no public address'])
      expect(questions).toHaveLength(2)
      expect(asked).toBe(0)
    },
  )

  test('GIFs of a provider are fetched so, those at an address of the operator as it is', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'scene-lookup-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const { lookup, questions } = answering(['127.0.0.1'])
    const pictures = (env: Record<string, string> = {}) =>
      createPictures(
        readConfig({ GIF_PROVIDER: 'giphy', GIF_API_KEY: 'key', SCENE_DATA_DIR: dataDir, ...env }),
        createLogger('silent'),
        createCatalogue(),
        { lookup },
      )
    const gif = { provider: 'giphy', id: 'a', isStill: false }
    await expect(
      pictures().fetchedGif({ ...gif, source: 'https://media.giphy.com/a.webp' }),
    ).rejects.toMatchObject({
      code: 'gif.source_down',
      cause: { cause: { message: 'media.giphy.com is at no public address' } },
    })
    expect(questions).toEqual(['media.giphy.com'])
    const own = address().replace('media.giphy.com', '127.0.0.1')
    const mediaBaseUrl = own.replace('a.webp', '')
    const found = await pictures({ GIF_MEDIA_BASE_URL: mediaBaseUrl }).fetchedGif({ ...gif, source: own })
    expect(found?.bytes).toEqual(webp)
  })
})
