import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login } from '#shared/api/accounts.ts'
import { createList } from '#shared/api/lists.ts'
import { createLog } from '#shared/api/logs.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

// Bodies that are announced, begun and never ended: how many of them are let in, and who still gets through.

let app: TestApp
let member: TestMember
let picture: Buffer
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  member = await buildMember(app)
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
})
afterAll(() => app.close())

const mb = 1024 * 1024
const patience = { timeout: 30_000 }

interface SlowBody {
  endpoint: { path: string; files?: readonly string[] | undefined }
  /** Undefined is a chunked body. */
  length: number | undefined
  address?: string
  as?: TestMember
}

interface Slow {
  socket: Socket
  status: number | null
  retryAfter: number
}

/** Begins a request; `status` stays null as long as the server reads on. */
async function begin({ endpoint, length, address, as }: SlowBody): Promise<Slow> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  const slow: Slow = { socket, status: null, retryAfter: 0 }
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    const text = bytes.toString()
    slow.status ??= Number(text.split(' ', 2)[1])
    slow.retryAfter ||= Number(/^retry-after: (\d+)\r$/im.exec(text)?.[1] ?? 0)
  })
  const part = '--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'
  const start = endpoint.files ? part : '{"title":"'
  socket.write(
    [
      `POST ${endpoint.path} HTTP/1.1`,
      'host: scene',
      `content-type: ${endpoint.files ? 'multipart/form-data; boundary=b' : 'application/json'}`,
      length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`,
      ...(address ? [`x-forwarded-for: ${address}`] : []),
      ...(as ? [`authorization: Bearer ${as.token}`] : []),
      `\r\n${length === undefined ? `${start.length.toString(16)}\r\n${start}\r\n` : start}`,
    ].join('\r\n'),
  )
  await once(socket, 'connect')
  return slow
}

/** Begins them one after the other and waits until `refused` of them are answered. */
async function beginAll(bodies: SlowBody[], refused: number): Promise<Slow[]> {
  const slow: Slow[] = []
  for (const body of bodies) slow.push(await begin(body))
  onTestFinished(async () => {
    for (const { socket } of slow) socket.destroy()
    await expect.poll(guestUpload, patience).toBe(200)
  })
  const answered = () => slow.filter(({ status }) => status !== null).length
  await expect.poll(answered, patience).toBe(refused)
  // Whoever is let in is not answered later either.
  await logIn()
  expect(answered()).toBe(refused)
  return slow
}

const statuses = (slow: Slow[]) => new Set(slow.map(({ status }) => status))

const guestUpload = async () =>
  (
    await app.call(uploadSignupAvatar, {
      files: { avatar: { bytes: Buffer.concat([picture, Buffer.alloc(9 * mb)]) } },
      headers: { 'x-forwarded-for': '203.0.113.200' },
    })
  ).status

const logWithPicture = async () =>
  (await app.call(createLog, { as: member, body: { movieId: 496243 }, files: { image: { bytes: picture } } }))
    .status

const logIn = async () =>
  (await app.call(login, { body: { email: 'nobody@example.org', password: 'wrong' } })).error.code

const avatarOf = (address: string, length: number | undefined): SlowBody => ({
  endpoint: uploadSignupAvatar,
  length,
  address,
})

test('one address has its part, and nobody else feels it', async () => {
  const one = '203.0.113.1'
  const slow = await beginAll(
    Array.from({ length: 12 }, () => avatarOf(one, 10 * mb)),
    11,
  )
  expect(statuses(slow)).toEqual(new Set([429, null]))
  expect(slow.filter(({ status }) => status !== null).every(({ retryAfter }) => retryAfter > 0)).toBe(true)
  expect(await logWithPicture()).toBe(200)
  expect(await logIn()).toBe('auth.login_failed')
})

test('a body without a length takes what it may become', async () => {
  const slow = await beginAll(
    Array.from({ length: 4 }, () => avatarOf('203.0.113.2', undefined)),
    3,
  )
  expect(statuses(slow)).toEqual(new Set([429, null]))
})

test('a hundred addresses leave members and logins alone', async () => {
  const slow = await beginAll(
    Array.from({ length: 100 }, (_, index) => avatarOf(`198.51.100.${index}`, 10 * mb)),
    94,
  )
  expect(statuses(slow)).toEqual(new Set([503, null]))
  expect(slow.filter(({ status }) => status !== null).every(({ retryAfter }) => retryAfter > 0)).toBe(true)
  expect(await logWithPicture()).toBe(200)
  expect(await logIn()).toBe('auth.login_failed')
})

test('a member’s unfinished JSON counts as well, for that member', async () => {
  const other = await buildMember(app)
  const slow = await beginAll(
    Array.from({ length: 40 }, () => ({ endpoint: createList, length: mb, as: other })),
    8,
  )
  expect(statuses(slow)).toEqual(new Set([429, null]))
  expect(await logWithPicture()).toBe(200)
})
