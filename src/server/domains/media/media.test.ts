import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { claim, pruneMedia, removeMedia, storeImage } from './media.service.ts'

const day = 86_400_000

const clock = { ahead: 0 }
let app: TestApp
let picture: Buffer
beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => new Date(Date.now() + clock.ahead) } })
  picture = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#306' } })
    .png()
    .toBuffer()
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.ahead = 0
  await app.db.deleteFrom('media').execute()
})

const upload = (bytes: Uint8Array, type = 'image/png') =>
  app.call(uploadSignupAvatar, { files: { avatar: { bytes, type } } })
const read = (path: string) => fetch(new URL(path, app.url))
const kept = async () => (await app.db.selectFrom('media').select('path').execute()).map((row) => row.path)
const filesIn = (folder: string) => readdir(join(app.ctx.config.dataDir, 'media', folder))

describe('a guest’s avatar', () => {
  test('is encoded anew and served to anybody, to be kept for good', async () => {
    const { status, data } = await upload(picture)
    expect(status).toBe(200)
    expect(data.secure_url).toMatch(/^\/media\/avatars\/[0-9a-f-]{36}\.webp$/)
    const answer = await read(data.secure_url)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 500, height: 500 })
    const row = await app.db.selectFrom('media').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ path: data.secure_url, member_id: null, claimed: false, bytes: bytes.length })
  })

  test.each([
    [
      'SVG that says PNG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/png',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html'],
    ['a script', '#!/bin/sh\nid', 'image/jpeg'],
  ])('%s is refused and leaves nothing', async (_name, text, type) => {
    const { status, error } = await upload(Buffer.from(text), type)
    expect([status, error.code, error.error]).toEqual([
      415,
      'upload.not_an_image',
      'This file is not a supported image.',
    ])
    expect(await kept()).toEqual([])
  })

  test('half a picture is refused', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer()
    expect((await upload(whole)).status).toBe(200)
    expect((await upload(whole.subarray(0, 9000))).status).toBe(415)
  })

  test('a picture with a page behind it is served without the page', async () => {
    const page = '<html><script>alert(1)</script></html>'
    const { data } = await upload(Buffer.concat([picture, Buffer.from(page)]))
    expect(Buffer.from(await (await read(data.secure_url)).arrayBuffer()).toString('latin1')).not.toContain(
      'script',
    )
  })

  test('more than 10 MB are refused', async () => {
    const { status, error } = await upload(Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)]))
    expect([status, error.code]).toEqual([413, 'upload.too_large'])
    expect(await kept()).toEqual([])
  })

  test('no file, an empty one and one under another name are refused', async () => {
    const missing = await app.call(uploadSignupAvatar, { files: {} })
    expect([missing.status, missing.error.error]).toEqual([400, 'Please select a photo.'])
    expect((await upload(Buffer.alloc(0))).error.code).toBe('upload.missing')
    const other = await app.call(uploadSignupAvatar, { files: { picture: { bytes: picture } } })
    expect([other.status, other.error.code]).toEqual([400, 'request.invalid'])
  })

  test('an upload that breaks off leaves nothing', async () => {
    const boundary = 'cut'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.concat([Buffer.from(head), picture.subarray(0, 500)]))
        setTimeout(() => controller.error(new Error('gone')), 20)
      },
    })
    await expect(
      fetch(new URL(uploadSignupAvatar.path, app.url), {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body,
        duplex: 'half',
      }),
    ).rejects.toThrow()
    expect((await upload(picture)).status).toBe(200)
    expect(await kept()).toHaveLength(1)
  })

  test('a limit holds by address', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
    onTestFinished(() => limited.close())
    const answers = await Promise.all(
      Array.from({ length: 23 }, () =>
        limited.call(uploadSignupAvatar, { files: { avatar: { bytes: Buffer.from('no picture') } } }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(3)
  })
})

describe('reading', () => {
  test('there is nothing but what was kept', async () => {
    for (const path of [
      '/media/avatars/00000000-0000-4000-8000-000000000000.webp',
      '/media/avatars/..%2f..%2f..%2fetc%2fpasswd',
      '/media/..%2f..%2fpackage.json/x.webp',
      '/media/%2e%2e/package.json',
      '/media/avatars/%00.webp',
      '/media/avatars/a.webp.part',
      '/media/avatars/00000000-0000-4000-8000-000000000000-96.webp',
    ]) {
      const answer = await read(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
    }
  })
})

test('an avatar is there in smaller sizes, as long as it is there itself', async () => {
  const { data } = await upload(await sharp(picture).resize(300, 300, { fit: 'fill' }).png().toBuffer())
  const small = (edge: number) => data.secure_url.replace('.webp', `-${edge}.webp`)
  for (const edge of [96, 200]) {
    const answer = await read(small(edge))
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: edge, height: edge })
  }
  expect((await read(small(97))).status).toBe(404)
  clock.ahead = 2 * day
  await pruneMedia(app.ctx)
  expect((await read(small(96))).status).toBe(404)
})

describe('claiming', () => {
  const outcome = (path: string, memberId: string, kind?: 'avatar' | 'log') =>
    app.ctx
      .transact((tx) => claim(tx, path, memberId, kind))
      .then(
        () => 'ok',
        (error: { code?: string }) => error.code,
      )

  test('takes what is nobody’s or one’s own, and nothing else', async () => {
    const [owner, other] = [await buildMember(app), await buildMember(app)]
    const free = await storeImage(app.ctx, { owner: null, kind: 'avatar', bytes: picture })
    const own = await storeImage(app.ctx, { owner: owner.id, kind: 'log', bytes: picture })
    expect(await outcome(own, other.id)).toBe('request.invalid')
    expect(await outcome(own, owner.id, 'avatar')).toBe('request.invalid')
    expect(await outcome(own, owner.id, 'log')).toBe('ok')
    expect(await outcome(own, owner.id)).toBe('ok')
    expect(await outcome(free, owner.id)).toBe('ok')
    expect(await outcome(free, other.id)).toBe('request.invalid')
    for (const path of [
      'https://example.org/a.webp',
      '/t/p/w500/a.jpg',
      '/media/../x',
      '/media/logs/none.webp',
      '',
    ])
      expect(await outcome(path, owner.id)).toBe('request.invalid')
  })

  test('of two members at once one gets the file', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))
    const free = await storeImage(app.ctx, { owner: null, kind: 'avatar', bytes: picture })
    const outcomes = await Promise.all(members.map((member) => outcome(free, member.id)))
    expect(outcomes.filter((text) => text === 'ok')).toHaveLength(1)
  })

  test('what was given up cannot be taken again', async () => {
    const member = await buildMember(app)
    const path = await storeImage(app.ctx, { owner: member.id, kind: 'log', bytes: picture })
    await app.ctx.transact(async (tx) => {
      await removeMedia(app.ctx, tx, [path])
      await expect(claim(tx, path, member.id)).rejects.toMatchObject({ code: 'request.invalid' })
    })
  })
})

describe('removing', () => {
  test('rows and files go when the transaction is committed', async () => {
    const member = await buildMember(app)
    const path = await storeImage(app.ctx, { owner: member.id, kind: 'reply', bytes: picture })
    await app.ctx.transact((tx) =>
      removeMedia(app.ctx, tx, [path, null, undefined, 'https://example.org/a.webp']),
    )
    await expect.poll(async () => (await read(path)).status, { timeout: 5000 }).toBe(404)
    await expect.poll(kept, { timeout: 5000 }).toEqual([])
  })

  test('nothing goes when it is rolled back', async () => {
    const member = await buildMember(app)
    const path = await storeImage(app.ctx, { owner: member.id, kind: 'reply', bytes: picture })
    const undone = app.ctx.transact(async (tx) => {
      await removeMedia(app.ctx, tx, [path])
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await pruneMedia(app.ctx)
    expect((await read(path)).status).toBe(200)
    expect(await kept()).toEqual([path])
  })

  test('a file that could not be removed is removed by the next pruning', async () => {
    const member = await buildMember(app)
    const path = await storeImage(app.ctx, { owner: member.id, kind: 'log', bytes: picture })
    await app.ctx.transact((tx) => claim(tx, path, member.id))
    const failing = { ...app.ctx.storage, remove: () => Promise.reject(new Error('disk')) }
    await app.ctx.transact((tx) => removeMedia({ ...app.ctx, storage: failing }, tx, [path]))
    expect((await read(path)).status).toBe(200)
    await pruneMedia(app.ctx)
    expect((await read(path)).status).toBe(404)
    expect(await kept()).toEqual([])
  })

  test('the files of a deleted member’s removed pictures go too', async () => {
    const member = await buildMember(app)
    const path = await storeImage(app.ctx, { owner: member.id, kind: 'log', bytes: picture })
    await app.ctx.transact(async (tx) => {
      await removeMedia(app.ctx, tx, [path])
      await tx.db.deleteFrom('members').where('id', '=', member.id).execute()
    })
    await expect.poll(async () => (await read(path)).status, { timeout: 5000 }).toBe(404)
  })
})

describe('pruning', () => {
  test('takes what nobody claimed within a day, however much it is', async () => {
    const member = await buildMember(app)
    const claimed = await storeImage(app.ctx, { owner: null, kind: 'avatar', bytes: picture })
    await app.ctx.transact((tx) => claim(tx, claimed, member.id))
    const forgotten = await storeImage(app.ctx, { owner: null, kind: 'avatar', bytes: picture })
    const many = Array.from({ length: 250 }, (_, index) => ({
      path: `/media/avatars/many-${index}.webp`,
      kind: 'avatar',
      bytes: 1,
      created_at: app.ctx.now(),
    }))
    await app.db.insertInto('media').values(many).execute()
    clock.ahead = day - 60_000
    await pruneMedia(app.ctx)
    expect(await kept()).toHaveLength(252)
    const young = await storeImage(app.ctx, { owner: null, kind: 'avatar', bytes: picture })
    clock.ahead = day + 1000
    await pruneMedia(app.ctx)
    expect((await kept()).sort()).toEqual([claimed, young].sort())
    expect((await read(forgotten)).status).toBe(404)
    expect((await read(claimed)).status).toBe(200)
  })

  test('takes what a clock a year ahead dated', async () => {
    clock.ahead = 365 * day
    await storeImage(app.ctx, { owner: null, kind: 'avatar', bytes: picture })
    clock.ahead = 0
    await pruneMedia(app.ctx)
    expect(await kept()).toEqual([])
  })

  test('a file that could not be written leaves a row that pruning finds', async () => {
    const full = { ...app.ctx.storage, put: () => Promise.reject(new Error('no space left')) }
    const broken = { ...app.ctx, storage: full }
    await expect(storeImage(broken, { owner: null, kind: 'cover', bytes: picture })).rejects.toThrow(
      'no space',
    )
    expect(await kept()).toHaveLength(1)
    clock.ahead = day + 1000
    await pruneMedia(app.ctx)
    expect(await kept()).toEqual([])
  })

  test('leaves no files without rows', async () => {
    await storeImage(app.ctx, { owner: null, kind: 'cover', bytes: picture })
    expect(await filesIn('covers')).toHaveLength(1)
    clock.ahead = day + 1000
    await pruneMedia(app.ctx)
    expect(await filesIn('covers')).toEqual([])
  })
})
