import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createList } from '#shared/api/lists.ts'
import { uploadListCover } from '#shared/api/media.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { pruneMedia } from './media.service.ts'

const day = 86_400_000

const clock = { ahead: 0 }
let app: TestApp
let member: TestMember
let picture: Buffer
beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => new Date(Date.now() + clock.ahead) } })
  member = await buildMember(app)
  picture = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#306' } })
    .withExif({ IFD0: { Artist: 'CANARY-ARTIST' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => app.close())
beforeEach(() => {
  clock.ahead = 0
})

const upload = (bytes: Uint8Array | null, part = 'image', as: TestMember | null = member) =>
  app.call(uploadListCover, { ...(as && { as }), files: bytes ? { [part]: { bytes } } : {} })
const status = async (path: string) => (await fetch(app.url + path)).status

test('a cover is cut to 16:9, encoded anew and served', async () => {
  const { status: answered, data } = await upload(picture)
  expect([answered, data]).toEqual([
    200,
    { url: expect.stringMatching(/^\/media\/covers\/[0-9a-f-]{36}\.webp$/) },
  ])
  const bytes = Buffer.from(await (await fetch(app.url + data.url)).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 900 })
  expect(bytes.toString('latin1')).not.toContain('CANARY')
})

test('what is no picture, too large, missing or sent by a guest is refused', async () => {
  const before = await app.db.selectFrom('media').select('path').execute()
  const told = async (sent: ReturnType<typeof upload>) => {
    const { status: answered, error } = await sent
    return [answered, error.code, error.error]
  }
  expect(await told(upload(null))).toEqual([400, 'upload.missing', 'Please select a photo.'])
  expect(await told(upload(Buffer.alloc(0)))).toEqual([400, 'upload.missing', 'Please select a photo.'])
  expect(await told(upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toEqual([
    415,
    'upload.not_an_image',
    'This file is not a supported image.',
  ])
  expect(await told(upload(Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)])))).toEqual([
    413,
    'upload.too_large',
    'This file is too large.',
  ])
  expect(await told(upload(picture, 'avatar'))).toEqual([400, 'request.invalid', 'The request is not valid.'])
  expect((await upload(picture, 'image', null)).status).toBe(401)
  expect(await app.db.selectFrom('media').select('path').execute()).toEqual(before)
})

test('one that no list took is gone after a day, one that a list has stays', async () => {
  const film = await buildFilm(app)
  const [taken, forgotten] = [(await upload(picture)).data.url, (await upload(picture)).data.url]
  const body = { title: 'With a cover', movies: [{ id: film.id }], coverImage: taken }
  expect((await app.call(createList, { as: member, body })).data.coverImage).toBe(taken)
  clock.ahead = day - 60_000
  await pruneMedia(app.ctx)
  expect(await status(forgotten)).toBe(200)
  clock.ahead = day + 60_000
  await pruneMedia(app.ctx)
  expect([await status(taken), await status(forgotten)]).toEqual([200, 404])
})

test('a cover of another member cannot be taken', async () => {
  const other = await buildMember(app)
  const film = await buildFilm(app)
  const { data } = await upload(picture)
  const body = { title: 'Not mine', movies: [{ id: film.id }], coverImage: data.url }
  expect((await app.call(createList, { as: other, body })).error.code).toBe('request.invalid')
})
