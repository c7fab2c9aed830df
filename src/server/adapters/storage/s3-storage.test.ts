import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createS3Storage } from './s3-storage.ts'

const settings = { region: 'us-east-1', bucket: 'scene', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const quick = { timeout: 300, retries: 2, pause: 1 }
const fault = (code: string, reason: string) => ({ code, reason: `object storage: ${reason}` })

describe('against an S3-compatible server', () => {
  let folder: string
  let server: S3rver
  let endpoint: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scene-s3-'))
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'scene' }],
    })
    endpoint = `http://127.0.0.1:${(await server.run()).port}`
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a file is kept, read back and removed', async () => {
    const storage = createS3Storage({ ...settings, endpoint })
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await storage.check()
    expect(await storage.get('avatars/a-1.webp')).toBeNull()
    await storage.put('avatars/a-1.webp', bytes)
    expect((await storage.get('avatars/a-1.webp'))?.equals(bytes)).toBe(true)
    await storage.remove('avatars/a-1.webp')
    expect(await storage.get('avatars/a-1.webp')).toBeNull()
    await storage.remove('avatars/a-1.webp')
  })

  test('wrong keys and a missing bucket are told', async () => {
    const wrong = createS3Storage({ ...settings, endpoint, accessKeyId: 'wrong' }, quick)
    const put = wrong.put('avatars/a.webp', Buffer.from('x'))
    await expect(put).rejects.toMatchObject(fault('server.read_only', 'PUT answered 403'))
    await expect(wrong.get('avatars/a.webp')).rejects.toMatchObject(
      fault('server.unavailable', 'GET answered 403'),
    )
    const elsewhere = createS3Storage({ ...settings, endpoint, bucket: 'elsewhere' }, quick)
    await expect(elsewhere.check()).rejects.toMatchObject(fault('server.unavailable', 'HEAD answered 404'))
  })

  test('a path that is not ours is refused', async () => {
    const storage = createS3Storage({ ...settings, endpoint }, quick)
    await expect(async () => storage.get('../other-bucket/a.webp')).rejects.toThrow('not a storage path')
  })
})

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('answers of 5xx are tried again with the whole body', async () => {
  const bodies: number[] = []
  const endpoint = await serve(async (request, response) => {
    let size = 0
    for await (const chunk of request as AsyncIterable<Buffer>) size += chunk.length
    bodies.push(size)
    response.writeHead(bodies.length < 3 ? 503 : 200).end()
  })
  await createS3Storage({ ...settings, endpoint }, quick).put('logs/a.webp', Buffer.alloc(70_000))
  expect(bodies).toEqual([70_000, 70_000, 70_000])
})

test('a service that stays down, hangs or is gone is an error, not a wait without end', async () => {
  let calls = 0
  const down = await serve((_request, response) => {
    calls += 1
    response.writeHead(500).end()
  })
  const get = (endpoint: string) => createS3Storage({ ...settings, endpoint }, quick).get('logs/a.webp')
  await expect(get(down)).rejects.toMatchObject(fault('server.unavailable', 'GET answered 500'))
  expect(calls).toBe(3)
  const hanging = await serve(() => {})
  const unanswered = fault('server.unavailable', 'GET was not answered')
  await expect(get(hanging)).rejects.toMatchObject(unanswered)
  await expect(get('http://127.0.0.1:9')).rejects.toMatchObject(unanswered)
})

test('a service without room says so at once', async () => {
  let calls = 0
  const endpoint = await serve((_request, response) => {
    calls += 1
    response.writeHead(507).end()
  })
  const put = createS3Storage({ ...settings, endpoint }, quick).put('logs/a.webp', Buffer.from('x'))
  await expect(put).rejects.toMatchObject(fault('server.storage_full', 'PUT answered 507'))
  expect(calls).toBe(1)
})

// The server above takes any version 4 signature for right, so it is computed here from AWS's description.
test('requests carry an AWS version 4 signature that covers address, headers and content', async () => {
  const seen: { expected: string; given: string; digest: string }[] = []
  const endpoint = await serve(async (request, response) => {
    const hash = createHash('sha256')
    for await (const chunk of request as AsyncIterable<Buffer>) hash.update(chunk)
    const authorization = request.headers.authorization ?? ''
    const [, scope = '', names = '', given = ''] =
      /^AWS4-HMAC-SHA256 Credential=S3RVER\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        authorization,
      ) ?? []
    const sent = String(request.headers['x-amz-content-sha256'])
    const headers = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`)
    const canonical = [request.method, request.url, '', headers.join(''), names, sent].join('\n')
    const text = [
      'AWS4-HMAC-SHA256',
      request.headers['x-amz-date'],
      scope,
      createHash('sha256').update(canonical).digest('hex'),
    ].join('\n')
    const key = scope
      .split('/')
      .reduce<Buffer | string>((last, part) => createHmac('sha256', last).update(part).digest(), 'AWS4S3RVER')
    const digest = hash.digest('hex') === sent ? 'right' : 'wrong'
    seen.push({ expected: createHmac('sha256', key).update(text).digest('hex'), given, digest })
    response.writeHead(200).end()
  })
  const storage = createS3Storage({ ...settings, endpoint }, quick)
  await storage.put('logs/a-1.webp', Buffer.from('picture'))
  await storage.get('logs/a-1.webp')
  expect(seen).toHaveLength(2)
  for (const { expected, given, digest } of seen)
    expect({ given, digest }).toEqual({ given: expected, digest: 'right' })
})
