import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStorage } from '#server/adapters/storage/create-storage.ts'
import { sweepPictureCache } from '#server/adapters/pictures/picture-cache.ts'
import { readConfig } from '#server/config.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { claim, pruneMedia, storeImage } from './media.service.ts'
import {
  checkStoredMedia,
  pruneStoredMedia,
  type FoundFiles,
  type StoredMedia,
} from './stored-media.service.ts'

const day = 86_400_000

let picture: Buffer
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#306', noise } })
    .png()
    .toBuffer()
})

interface Place {
  env: Record<string, string>
  /** What lies in the store, by path. */
  paths(): Promise<string[]>
  close(): Promise<void>
}

const kinds: Record<string, (dataDir: string) => Promise<Place>> = {
  async 'a folder'(dataDir) {
    return {
      env: {},
      paths: async () => {
        const folder = join(dataDir, 'media')
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      },
      close: async () => {},
    }
  },
  async 'a bucket'() {
    const folder = await mkdtemp(join(tmpdir(), 'scene-bucket-'))
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'scene' }],
    })
    const env = {
      S3_ENDPOINT: `http://127.0.0.1:${(await server.run()).port}`,
      S3_BUCKET: 'scene',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }
    return {
      env,
      paths: async () => {
        const storage = createStorage(readConfig(env))
        const found: string[] = []
        for (const name of ['avatars', 'logs', 'replies', 'covers', 'backdrops', 'backups'])
          for await (const page of storage.list(name)) found.push(...page.map(({ path }) => path))
        return found
      },
      async close() {
        await server.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}

describe.each(Object.keys(kinds))('in %s', (kind) => {
  const database = `t_stored_${process.pid}_${kind.replaceAll(' ', '_')}`
  const clock = { ahead: 0 }
  let app: TestApp
  let member: TestMember
  let place: Place
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'scene-stored-'))
    const make = kinds[kind]
    if (!make) throw new Error(`no store is ${kind}`)
    place = await make(dataDir)
    await createDatabase(database)
    const env = { ...place.env, SCENE_DATA_DIR: dataDir }
    app = await startTestApp({
      database,
      env,
      overrides: { now: () => new Date(Date.now() + clock.ahead) },
    })
    member = await buildMember(app)
  })
  afterAll(async () => {
    await app.close()
    await place.close()
    await rm(dataDir, { recursive: true, force: true })
    await dropDatabase(database)
  })

  /** A picture that the member shows. */
  async function show(): Promise<string> {
    const path = await storeImage(app.ctx, { owner: member.id, kind: 'cover', bytes: picture })
    await app.ctx.transact(async (tx) => {
      await claim(tx, path, member.id)
      await tx.db
        .insertInto('lists')
        .values({ id: randomUUID(), member_id: member.id, title: 'A list', cover: path })
        .execute()
    })
    return path
  }
  const inner = (path: string) => path.slice('/media/'.length)
  const stray = (name = `covers/${randomUUID()}.webp`) => app.ctx.storage.put(name, Buffer.from('stray'))

  const scene = (line: string) =>
    runCommand(line.split(' '), {
      ...place.env,
      DATABASE_URL: databaseUrl(database),
      SCENE_DATA_DIR: dataDir,
    })
  const look = async () => {
    const { code, out, error } = await scene('media check --json')
    if (!out.startsWith('{')) throw new Error(error)
    return { code, found: JSON.parse(out) as StoredMedia }
  }

  test('all is well where all is there', async () => {
    await show()
    const { code, found } = await look()
    expect([code, found.named.count, found.stored.count, found.missing.count, found.stray.count]).toEqual([
      0, 1, 1, 0, 0,
    ])
    expect(found.named.bytes).toBe(found.stored.bytes)
    expect((await scene('media check')).out.split('\n').at(-1)).toBe('every picture is there')
  })

  test('what is missing, cut short, overwritten or kept by no row is found, with who shows it', async () => {
    const [gone, cut, other, unkept] = [await show(), await show(), await show(), await show()]
    const whole = await app.ctx.storage.get(inner(cut))
    await app.ctx.storage.remove(inner(gone))
    await app.ctx.storage.put(inner(cut), whole?.subarray(0, whole.length - 40) ?? Buffer.alloc(0))
    // Of the right length.
    await app.ctx.storage.put(inner(other), Buffer.from(whole ?? '').fill(7, 12))
    await app.db.deleteFrom('media').where('path', '=', unkept).execute()
    const { code, found } = await look()
    expect(code).toBe(1)
    const pathsOf = ({ examples }: FoundFiles) => examples.map(({ path }) => path).toSorted()
    expect(pathsOf(found.missing)).toEqual([gone])
    expect(found.missing.examples[0]?.places).toEqual([expect.stringMatching(/^lists [0-9a-f-]{36}$/)])
    expect(pathsOf(found.damaged)).toEqual([cut, other].toSorted())
    expect(pathsOf(found.unkept)).toEqual([unkept])
    expect((await scene('media check')).out).toContain(gone)
    // Somebody shows it: it is nobody's to delete.
    clock.ahead = 2 * day
    const pruned = await pruneStoredMedia(app.ctx, { keeps: false })
    clock.ahead = 0
    expect(pruned.count).toBe(0)
    await app.db.deleteFrom('lists').execute()
    await app.db.updateTable('media').set({ removed: true, claimed: false }).execute()
    await pruneMedia(app.ctx)
    await app.ctx.storage.remove(inner(unkept))
    expect(await place.paths()).toEqual([])
  })

  test('what is on its way, and what was just given up, is no fault', async () => {
    await app.db
      .insertInto('media')
      .values({ path: '/media/covers/on-its-way.webp', kind: 'cover', bytes: 10 })
      .execute()
    const up = await storeImage(app.ctx, { owner: member.id, kind: 'cover', bytes: picture })
    expect(await look()).toMatchObject({ code: 0, found: { stray: { count: 0 }, young: 0 } })
    // What a crash left so goes by itself.
    clock.ahead = 2 * day
    expect((await checkStoredMedia(app.ctx)).missing.count).toBe(0)
    clock.ahead = 0
    await app.db.deleteFrom('media').execute()
    await app.ctx.storage.remove(inner(up))
  })

  test('files that nothing names go when they are a day old, over as many pages as there are', async () => {
    const kept = inner(await show())
    const count = 1010
    for (let at = 0; at < count; at += 10) await Promise.all(Array.from({ length: 10 }, () => stray()))
    // Of the operator, in the same bucket.
    await app.ctx.storage.put('backups/mine.zip', Buffer.from('mine'))
    expect(await look()).toMatchObject({ code: 0, found: { stray: { count: 0 }, young: count } })
    expect((await scene('media prune --yes')).code).toBe(0)
    expect(await place.paths()).toHaveLength(count + 2)
    expect((await scene('media prune')).code).toBe(64)
    clock.ahead = 2 * day
    expect((await checkStoredMedia(app.ctx)).stray).toMatchObject({ count, bytes: 5 * count })
    expect((await pruneStoredMedia(app.ctx, { keeps: true })).count).toBe(count)
    expect(await place.paths()).toHaveLength(count + 2)
    expect(await pruneStoredMedia(app.ctx, { keeps: false })).toMatchObject({ count, bytes: 5 * count })
    clock.ahead = 0
    expect((await place.paths()).toSorted()).toEqual(['backups/mine.zip', kept])
  })
})

test('what a crash left half of a file goes, and the file stays; so do old drawings and half ones', async () => {
  const app = await startTestApp()
  const old = new Date(Date.now() - 2 * day)
  const { dataDir } = app.ctx.config
  async function write(name: string, at = old) {
    const path = join(dataDir, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, randomBytes(100))
    await utimes(path, at, at)
  }
  const path = await storeImage(app.ctx, { owner: null, kind: 'avatar', bytes: picture })
  await write(`${path.slice(1)}.part`)
  await write('media/avatars/young.webp.part', new Date())
  await write('media/notes of the operator.txt')
  await write('media/avatars/.DS_Store')
  expect((await pruneStoredMedia(app.ctx, { keeps: false })).examples.map((one) => one.path)).toEqual([
    `${path.slice('/media/'.length)}.part`,
  ])
  const there = (name: string) => existsSync(join(dataDir, name))
  expect(
    [path.slice(1), `${path.slice(1)}.part`, 'media/avatars/young.webp.part', 'media/avatars/.DS_Store'].map(
      there,
    ),
  ).toEqual([true, false, true, true])

  await write('pictures/drawn/v1/aa/film1.webp')
  await write('pictures/fetched/webp/w500/abc.jpg')
  await write('pictures/fetched/webp/w500/def.jpg.0190.part')
  await write('pictures/fetched/webp/w500/ghi.jpg.0191.part', new Date())
  const before = new Date(Date.now() - day)
  const looked = await sweepPictureCache(dataDir, { removes: false, before })
  expect(looked).toEqual({ count: 4, bytes: 400, stale: { count: 2, bytes: 200 } })
  await sweepPictureCache(dataDir, { removes: true, before })
  expect(await sweepPictureCache(dataDir, { removes: false, before })).toMatchObject({
    count: 2,
    stale: { count: 0 },
  })
  expect(await sweepPictureCache(join(dataDir, 'nowhere'), { removes: true, before })).toMatchObject({
    count: 0,
  })
  await app.close()
})
