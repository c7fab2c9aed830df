import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { registry } from '#shared/api/registry.ts'
import { importFiles } from '#shared/api/transfer.ts'
import { buildWorld, callRow, type World } from '#test/access.ts'
import { startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { rawCall } from '#test/raw-call.ts'

// Addresses that callers write, in every field of every call and in the files that they bring in, are texts: Scene asks
// none of them, whatever it makes of the rest.

let inside: Server
let asked: string[]
let app: ImportApp
let world: World
let addresses: string[]
beforeAll(async () => {
  asked = []
  inside = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`)
    response.writeHead(302, { location: '/again' }).end()
  })
  await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening))
  const { port } = inside.address() as AddressInfo
  addresses = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'].flatMap((host) => [
    `http://${host}:${port}/picture.webp`,
    `//${host}:${port}/gifs/scene/a.webp`,
  ])
  app = await startImportApp({ isMatcherReal: true })
  world = await buildWorld(app)
})
afterAll(async () => {
  await app.close()
  inside.close()
})

test('the server that is inside can be reached', async () => {
  await fetch(addresses[0] ?? '', { redirect: 'manual' })
  expect(asked.splice(0)).toHaveLength(1)
})

const endsTheSession = ['deleteMember', 'logout', 'endAllSessions', 'endSession']

test.each(registry.filter(({ name }) => !endsTheSession.includes(name)))(
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
  expect(taken).toBeGreaterThan(5)
  expect(asked).toEqual([])
})
