import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { expectOrderly, rawCall } from '#test/raw-call.ts'

let app: TestApp
let member: TestMember
let picture: Buffer
beforeAll(async () => {
  app = await startTestApp()
  member = await buildMember(app)
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
})
afterAll(() => app.close())

const eol = '\r\n'
const part = (headers: string, content: Buffer | string, boundary = 'b') =>
  Buffer.concat([
    Buffer.from(`--${boundary}${eol}${headers}${eol}${eol}`),
    Buffer.from(content),
    Buffer.from(eol),
  ])
const fileHeaders = (name = 'avatar', filename = 'a.png') =>
  `content-disposition: form-data; name="${name}"; filename="${filename}"${eol}content-type: image/png`
const field = (name: string, value: string) => part(`content-disposition: form-data; name="${name}"`, value)
const end = Buffer.from(`--b--${eol}`)
const avatar = () => part(fileHeaders(), picture)

const send = (body: Buffer, type = 'multipart/form-data; boundary=b') =>
  rawCall(app, {
    method: 'POST',
    path: `/api/upload/avatar/${member.id}`,
    as: member,
    headers: { 'content-type': type },
    body,
  })
const kept = () => app.db.selectFrom('media').select('path').where('member_id', '=', member.id).execute()

const refused: [name: string, body: () => Buffer, type?: string][] = [
  ['without an end', () => avatar()],
  ['cut inside the file', () => part(fileHeaders(), picture).subarray(0, 150)],
  ['cut inside the headers', () => part(fileHeaders(), picture).subarray(0, 40)],
  ['empty', () => Buffer.alloc(0)],
  ['only an end', () => end],
  ['of another boundary', () => Buffer.concat([avatar(), end]), 'multipart/form-data; boundary=other'],
  ['without a boundary', () => Buffer.concat([avatar(), end]), 'multipart/form-data'],
  ['with an empty boundary', () => Buffer.concat([avatar(), end]), 'multipart/form-data; boundary='],
  ['with a part without a name', () => Buffer.concat([part('content-type: image/png', picture), end])],
  ['with broken headers', () => Buffer.concat([part('content-disposition', picture), end])],
  ['with headers of 100 kB', () => Buffer.concat([part(`x-a: ${'a'.repeat(100_000)}`, picture), end])],
  [
    'with a file named after a prototype',
    () => Buffer.concat([part(fileHeaders('__proto__'), picture), end]),
  ],
  ['with a field named after a prototype', () => Buffer.concat([field('constructor', 'x'), avatar(), end])],
  ['with five files', () => Buffer.concat([...Array.from({ length: 5 }, avatar), end])],
  [
    'with a file of another name',
    () => Buffer.concat([part(fileHeaders('other'), Buffer.alloc(3_000_000)), avatar(), end]),
  ],
  [
    'with 31 fields',
    () =>
      Buffer.concat([...Array.from({ length: 31 }, (_, index) => field(`f${index}`, 'x')), avatar(), end]),
  ],
  [
    'with 24 MB of fields',
    () =>
      Buffer.concat([
        ...Array.from({ length: 3 }, (_, index) => field(`f${index}`, 'x'.repeat(8_000_000))),
        avatar(),
        end,
      ]),
  ],
  ['with the avatar as a field', () => Buffer.concat([field('avatar', picture.toString('latin1')), end])],
  ['that is JSON', () => Buffer.from('{"avatar":"x"}'), 'application/json'],
]

test.each(refused)('a form %s is refused and leaves nothing', async (name, make, type) => {
  const answer = await send(make(), type)
  expectOrderly(answer, name)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(await kept()).toEqual([])
})

test('a client that goes while it sends leaves nothing, and the server goes on', async () => {
  const { hostname, port } = new URL(app.url)
  await Promise.all(
    Array.from(
      { length: 8 },
      (_, index) =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), hostname, () => {
            const head = [
              `POST /api/upload/avatar/${member.id} HTTP/1.1`,
              `host: ${hostname}`,
              `authorization: Bearer ${member.token}`,
              'content-type: multipart/form-data; boundary=b',
              'content-length: 500000',
            ]
            socket.write(`${head.join(eol)}${eol}${eol}`)
            socket.write(avatar().subarray(0, 20 * index + 10), () => {
              if (index % 2) socket.destroy()
              else socket.end()
            })
          })
          socket.on('error', () => {})
          socket.on('close', () => resolve())
          socket.resume()
        }),
    ),
  )
  expect(await kept()).toEqual([])
  expect((await send(Buffer.concat([avatar(), end]))).status).toBe(200)
  expect(await kept()).toHaveLength(1)
})
