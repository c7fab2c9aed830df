import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { registry } from '#shared/api/registry.ts'
import { importFiles } from '#shared/api/transfer.ts'
import { buildWorld, callRow, type World } from '#test/access-world.ts'
import { startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { rawCall } from '#test/raw-call.ts'

// Addresses that callers write, in every field of every call and in the files that they bring in, are texts: Scene asks
// none of them, whatever it makes of the rest.

let inside: Server
let asked: string[]
let app: ImportApp
let world: World
let addresses: string[]
/** Of a file at the server that is inside, in every way that some client takes for it. */
let spellings: string[]
beforeAll(async () => {
  asked = []
  inside = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`)
    response.writeHead(302, { location: '/again' }).end()
  })
  await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening))
  const { port } = inside.address() as AddressInfo
  addresses = [`http://127.0.0.1:${port}/picture.webp`, `//localhost:${port}/gifs/scene/a.webp`]
  spellings = spell(port)
  app = await startImportApp({ isMatcherReal: true })
  world = await buildWorld(app)
})
afterAll(async () => {
  await app.close()
  inside.close()
})

/** The machine itself, its network and the clouds' own addresses, as hosts of an address. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.127.127.127',
  '127.000.000.001',
  '0177.0.0.1',
  '0177.0.0.01',
  '017700000001',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0',
  '0.0.0.0',
  '0x0',
  '00000000',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  'a.localhost',
  '127.0.0.1.',
  '127。0。0。1',
  '127．0．0．1',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  'ⓛocalhost',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[::1%25lo]',
  '127.0.0.1.nip.io',
  '127-0-0-1.sslip.io',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',
  'metadata.google.internal',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '[fe80::1]',
  '[fc00::1]',
] as const

/** What an address must look like to be taken for one of a host that Scene does ask. */
const trusted = ['image.tmdb.org', 'media.giphy.com', 'static.klipy.com'] as const

function spell(port: number): string[] {
  const inner = `127.0.0.1:${port}`
  return [
    ...hosts.map((host) => `http://${host}:${port}/t/p/w500/few.jpg`),
    ...[
      '//',
      '\\\\',
      '/\\',
      'http:',
      'http:/',
      'http:///',
      'HTTP://',
      ' http://',
      '\thttp://',
      'ht\ntp://',
      'https://',
    ].map((start) => `${start}${inner}/t/p/w500/few.jpg`),
    ...['ftp', 'ws', 'gopher', 'dict', 'ldap', 'jar:http', 'view-source:http', 'url:http'].map(
      (scheme) => `${scheme}://${inner}/t/p/w500/few.jpg`,
    ),
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    `data:text/html,<img src=http://${inner}/>`,
    ...trusted.flatMap((host) => [
      `http://${host}@${inner}/t/p/w500/few.jpg`,
      `https://${host}:x@${inner}/t/p/w500/few.jpg`,
      `http://${inner}#@${host}/t/p/w500/few.jpg`,
      `http://${inner}\\@${host}/t/p/w500/few.jpg`,
      `http://${inner}?@${host}/t/p/w500/few.jpg`,
      `https://${host}.${inner}/t/p/w500/few.jpg`,
      `https://${host}%2f@${inner}/t/p/w500/few.jpg`,
      `https://${host}/t/p/w500/../../../../${inner}/few.jpg`,
    ]),
  ]
}

test('the server that is inside can be reached', async () => {
  await fetch(addresses[0] ?? '', { redirect: 'manual' })
  expect(asked.splice(0)).toHaveLength(1)
})

const endsTheSession = new Set(['deleteMember', 'logout', 'endAllSessions', 'endSession'])

test.each(registry.filter(({ name }) => !endsTheSession.has(name)))(
  '$domain $name asks no address of a field',
  async (called) => {
    const { body, query } = called.endpoint
    const shape = body && 'shape' in body ? Object.keys(body.shape as object) : []
    for (const address of addresses) {
      for (const field of shape)
        for (const value of [
          address,
          [address],
          [{ id: 496243, title: address, poster: address, backdrop: address }],
        ])
          await callRow(app, called, world, world.who.owner, (fields) => ({ ...fields, [field]: value }))
      if (!query || called.endpoint.method !== 'GET') continue
      const names = Object.keys((query as z.ZodMiniObject).shape).map(
        (name) => `${name}=${encodeURIComponent(address)}`,
      )
      const path = called.endpoint.path.replaceAll(/:\w+/g, world.who.owner.id)
      await rawCall(app, { method: 'GET', path: `${path}?${names.join('&')}`, as: world.who.owner })
    }
    expect(asked).toEqual([])
  },
)

test('no spelling of a forbidden address is asked, wherever Scene takes an address', async () => {
  expect(new Set(spellings).size).toBeGreaterThanOrEqual(80)
  const as = world.who.owner
  const places: [name: string, field: string][] = [
    ['createLog', 'gif'],
    ['updateLogBackdrop', 'backdrop'],
    ['createReply', 'gif'],
    ['createReply', 'image'],
    ['createReply', 'externalImage'],
    ['createList', 'coverImage'],
    ['choosePoster', 'posterUrl'],
    ['updateMember', 'backdrop'],
    ['createReply', 'externalImage'],
  ]
  for (const [name, field] of places) {
    const called = registry.find((one) => one.name === name)
    const shape = (called?.endpoint.body as { shape?: object } | undefined)?.shape ?? {}
    if (!called || !(field in shape)) throw new Error(`there is no ${name}.${field}`)
    for (const address of spellings) {
      const { status } = await callRow(app, called, world, as, (fields) => ({ ...fields, [field]: address }))
      expect([name, address, status < 500]).toEqual([name, address, true])
    }
  }
  for (const address of spellings)
    for (const path of ['/api/logs/proxy/tmdb?url=', '/oembed?url=', '/gifs/giphy/', '/t/p/w500/']) {
      const { status } = await fetch(app.url + path + encodeURIComponent(address), { redirect: 'manual' })
      expect([path, address, status >= 400 && status < 500]).toEqual([path, address, true])
    }
  expect(asked).toEqual([])
})

test('previews ask no address that a reader names', async () => {
  for (const address of addresses)
    for (const path of [
      `/oembed?url=${encodeURIComponent(address)}`,
      `/og/list/${encodeURIComponent(address)}.jpg`,
    ])
      await fetch(app.url + path)
  expect(asked).toEqual([])
})

test('imports ask no address of a file', async () => {
  const at = '2024-03-01T10:00:00.000Z'
  const pictures = addresses.map((address, index) => ({
    id: `01900000-0000-7000-8000-0000000000${10 + index}`,
    film: { tmdbId: 496243, imdbId: address, title: 'Parasite', year: 2019, poster: address },
    rating: 4,
    review: `<img src="${address}">`,
    watchedOn: '2024-03-01',
    rewatchCount: 0,
    tags: [address],
    gif: address,
    image: address,
    backdrop: address,
    createdAt: at,
  }))
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  const files: [string, Uint8Array][] = addresses.flatMap((address, index): [string, Uint8Array][] => [
    [
      'scene.zip',
      zipSync({
        'scene.json': json({
          format: 'scene',
          version: 1,
          exportedAt: at,
          member: { avatar: address, backdrop: address },
        }),
        'logs.json': json([pictures[index]]),
        'profile.json': json({ avatar: address, backdrop: address }),
      }),
    ],
    [
      'watchlist.csv',
      Buffer.from(
        `Date,Name,Year,Letterboxd URI\n2024-01-01,Parasite,2019,${address}\n2024-01-01,${address},2019,x\n`,
      ),
    ],
    [
      'films.csv',
      Buffer.from(`Title,Year,tmdbID,imdbID,Review\nParasite,2019,${address},${address},${address}\n`),
    ],
  ])
  let taken = 0
  for (const [name, bytes] of files) {
    const { status } = await app.call(importFiles, {
      as: world.who.owner,
      body: {},
      files: { file: { bytes, name, type: 'application/octet-stream' } },
    })
    if (status === 200) taken += 1
    await expect
      .poll(() => app.db.selectFrom('imports').select('id').where('state', '=', 'running').execute(), {
        timeout: 60_000,
      })
      .toEqual([])
  }
  expect(taken).toBeGreaterThan(3)
  expect(asked).toEqual([])
})
