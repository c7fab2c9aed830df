import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCatalogue } from '#built-in/catalogue/catalogue.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/logger.ts'
import { startFilmSourceServer, type FilmSourceServer } from '#test/fakes/film-source-server.ts'
import { createPictures } from './create-pictures.ts'

const logger = createLogger('silent')
const catalogue = createCatalogue()
const down = { code: 'film.source_down' }

let dataDir: string
let host: FilmSourceServer
let jpeg: Buffer

beforeAll(async () => {
  host = await startFilmSourceServer()
  const plain = { width: 20, height: 30, channels: 3 as const, background: '#4a2c6b' }
  jpeg = await sharp({ create: plain }).jpeg().toBuffer()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'scene-pictures-'))
  host.requests.length = 0
  host.otherwise(() => ({ bytes: jpeg, type: 'image/jpeg' }))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))
afterAll(() => host.close())

function pictures(env: Record<string, string> = {}, options: Parameters<typeof createPictures>[3] = {}) {
  return createPictures(readConfig({ SCENE_DATA_DIR: dataDir, ...env }), logger, catalogue, options)
}

const proxied = (options: Parameters<typeof createPictures>[3] = {}) =>
  pictures({ TMDB_API_KEY: 'key', TMDB_IMAGE_BASE_URL: host.url }, options)

const files = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length))

describe('drawn pictures', () => {
  test.each([
    ['w185', 'poster603-0.jpg', 185, 278],
    ['w240', 'poster603-0.jpg', 240, 360],
    ['w300', 'backdrop603-2.webp', 300, 169],
  ])('%s/%s', async (size, file, width, height) => {
    const picture = await pictures().get(size, file)
    expect(picture?.contentType).toBe('image/webp')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  test('are drawn where they cannot be kept, which is told once, without a stack, and leaves nothing half written', async () => {
    await pictures().get('w92', 'poster603-0.jpg')
    for (const file of await files()) {
      await rm(join(dataDir, file))
      await mkdir(join(dataDir, file, 'in the way'), { recursive: true })
    }
    const lines: string[] = []
    const said = createLogger('warn', { write: (line: string) => void lines.push(line) })
    const one = createPictures(readConfig({ SCENE_DATA_DIR: dataDir }), said, catalogue)
    for (let time = 0; time < 3; time++)
      expect((await one.get('w92', 'poster603-0.jpg'))?.contentType).toBe('image/webp')
    const told = lines.map((line): Record<string, unknown> => JSON.parse(line))
    expect(new Set(told.map(({ reason }) => reason)).size).toBe(told.length)
    for (const line of told) {
      expect(line).toMatchObject({ level: 40, msg: 'a picture could not be kept' })
      expect(line).not.toHaveProperty('err')
    }
    expect(told.length).toBeGreaterThan(0)
    expect(await files()).toEqual([])
  })

  test('of one asker keep nobody else from theirs', async () => {
    const gate = Promise.withResolvers<void>()
    const film = async (id: number) => gate.promise.then(() => catalogue.film(id))
    const one = createPictures(readConfig({ SCENE_DATA_DIR: dataDir }), logger, { ...catalogue, film })
    let refused = 0
    const refuse = () => {
      refused += 1
      return null
    }
    const greedy = Array.from({ length: 300 }, (_, at) =>
      one.get('w92', `poster${2e9 + at}-0.jpg`, 'greedy').catch(refuse),
    )
    await expect.poll(() => refused).toBe(180)
    const other = one.get('w92', 'poster603-0.jpg', 'somebody else')
    gate.resolve()
    expect((await other)?.contentType).toBe('image/webp')
    await Promise.all(greedy)
  })

  test('are drawn once, for all who ask at the same time and later', async () => {
    let asked = 0
    const counting = {
      ...catalogue,
      film: async (id: number) => {
        asked += 1
        return catalogue.film(id)
      },
    }
    const config = readConfig({ SCENE_DATA_DIR: dataDir })
    const one = createPictures(config, logger, counting)
    const [first, ...others] = await Promise.all(
      Array.from({ length: 20 }, () => one.get('w92', 'poster603-0.jpg')),
    )
    expect(others.every((other) => first && other?.bytes.equals(first.bytes))).toBe(true)
    // The layout is the size's own, and no letter makes another drawing.
    for (const file of ['poster603-0.jpg', 'poster603-0-t.jpg'])
      await createPictures(config, logger, counting).get('w92', file)
    expect(asked).toBe(1)
    for (const file of ['poster603-0-a2-t.jpg', 'poster603-0-k2-t.jpg'])
      await createPictures(config, logger, counting).get('w92', file)
    expect(asked).toBe(2)
    expect((await files()).toSorted()).toEqual([
      expect.stringMatching(/\/w92\/poster603-0-t\.webp$/),
      expect.stringMatching(/\/w92\/poster603-0-t2\.webp$/),
    ])
  })

  test.each([
    ['w500', 'poster2147483600-0.jpg'],
    ['w500', 'poster603-9.jpg'],
    ['w501', 'poster603-0.jpg'],
    ['w500', 'poster603-0.svg'],
    ['w500', '../poster603-0.jpg'],
    ['..', 'poster603-0.jpg'],
    ['w500', 'abc.jpg'],
    ['', ''],
  ])('there is no %s/%s, and nothing is kept of it', async (size, file) => {
    expect(await pictures().get(size, file)).toBeNull()
    expect(await files()).toEqual([])
  })

  describe('in the language of a title', () => {
    const titles: Record<string, string> = { '603 ar': 'المصفوفة', '603 fr': 'Matrix' }
    const titled = () =>
      pictures({}, { ownTitle: async (id, language) => titles[`${id} ${language}`] ?? null })

    test('are pictures of their own, but for what has no letters', async () => {
      const named = ['-t.jpg', '-t.ar.jpg', '-t.fr.jpg', '-t.en.jpg', '-x.ar.jpg', '-x.jpg']
      const [english, arabic, french, en, bare, plain] = await Promise.all(
        named.map((end) => titled().get('w92', `poster603-0${end}`)),
      )
      const distinct = new Set([english, arabic, french, bare].map((one) => one?.bytes.toString('base64')))
      expect(distinct.size).toBe(4)
      expect([en?.bytes, plain?.bytes]).toEqual([english?.bytes, bare?.bytes])
      expect(arabic?.isProvisional).toBeUndefined()
      expect(await files()).toHaveLength(4)
    })

    test('are the English ones as long as the film has no title in it, and no longer', async () => {
      const file = 'poster614560-0-t.ar.jpg'
      const english = await titled().get('w92', 'poster614560-0-t.jpg')
      const other = await titled().get('w92', file)
      expect(other?.isProvisional).toBe(true)
      expect(other?.bytes.equals(english?.bytes ?? Buffer.alloc(0))).toBe(true)
      titles['614560 ar'] = 'مانك'
      const own = await titled().get('w92', file)
      expect(own?.isProvisional).toBeUndefined()
      expect(own?.bytes.equals(english?.bytes ?? Buffer.alloc(0))).toBe(false)
    })

    test('know the original title without being told', async () => {
      expect((await pictures().get('w92', 'poster194-0.fr.jpg'))?.isProvisional).toBeUndefined()
      expect((await pictures().get('w92', 'poster614560-0.ar.jpg'))?.isProvisional).toBe(true)
    })

    test.each([
      'poster603-0.de.jpg',
      'poster603-0.ar.ar.jpg',
      'poster2147483600-0.ar.jpg',
      'backdrop603-0.ar.jpg',
    ])('there is no %s', async (file) => {
      expect(await titled().get('w780', file)).toBeNull()
      expect(await files()).toEqual([])
    })
  })

  describe('ahead of their time', () => {
    const { signal } = new AbortController()

    test('are there when they are asked for, and drawn once', async () => {
      let asked = 0
      const film = async (id: number) => {
        asked += 1
        return catalogue.film(id)
      }
      const one = createPictures(
        readConfig({ SCENE_DATA_DIR: dataDir }),
        logger,
        { ...catalogue, film },
        { load: () => 0 },
      )
      const file = 'poster603-0-t.jpg'
      const [, wanted] = await Promise.all([one.drawAhead('w92', file, signal), one.get('w92', file)])
      await one.drawAhead('w92', file, signal)
      expect((await one.get('w92', file))?.bytes).toEqual(wanted?.bytes)
      expect(asked).toBe(1)
      await one.drawAhead('w154', file, signal)
      expect(asked).toBe(2)
      expect(await files()).toHaveLength(2)
    })

    test('wait until nobody else on the machine wants its cores', async () => {
      let looks = 0
      const load = () => {
        looks += 1
        return looks < 3 ? availableParallelism() : 0
      }
      await pictures({}, { load }).drawAhead('w92', 'poster603-0.jpg', signal)
      expect(looks).toBeGreaterThanOrEqual(3)
      expect(await files()).toHaveLength(1)
    })

    test('are not drawn any more once that is ended', async () => {
      await expect(pictures().drawAhead('w92', 'poster603-0.jpg', AbortSignal.abort())).rejects.toThrow()
      expect(await files()).toEqual([])
    })

    test('are none of the image host', async () => {
      await proxied().drawAhead('w92', 'abc.jpg', signal)
      expect(host.requests).toEqual([])
    })
  })

  test('a file that lost its bytes is drawn again', async () => {
    await pictures().get('w92', 'poster603-0.jpg')
    const [kept = ''] = await files()
    await writeFile(join(dataDir, kept), '')
    const again = await pictures().get('w92', 'poster603-0.jpg')
    expect(await sharp(again?.bytes).metadata()).toMatchObject({ width: 92 })
  })

  test('a disk that takes nothing costs the cache, not the picture', async () => {
    await writeFile(join(dataDir, 'pictures'), 'a file where the folder should be')
    const picture = await pictures()
      .get('w92', 'poster603-0.jpg')
      .catch((error: unknown) => error)
    expect(picture).toMatchObject({ contentType: 'image/webp' })
  })
})

describe('art', () => {
  test.each([
    ['default-poster.webp', 780, 1170],
    ['default-backdrop.webp', 1280, 720],
    ['default-avatar.webp', 400, 400],
    ['avatar-lina_k.webp', 400, 400],
    ['avatar-lina_k-96.webp', 96, 96],
    ['avatar-lina_k-200.webp', 200, 200],
  ])('%s', async (file, width, height) => {
    const picture = await pictures().art(file)
    expect(picture?.contentType).toBe('image/webp')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width, height })
  })

  test('the wall of posters', async () => {
    const picture = await pictures().art('wall-fr.avif')
    expect(picture?.contentType).toBe('image/avif')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'heif', width: 600, height: 360 })
  })

  test.each([
    'default-poster.jpg',
    'wall-de.avif',
    'wall-fr.webp',
    'avatar-.webp',
    'avatar-a-97.webp',
    'avatar-../x.webp',
    '../config',
    'avatar-<svg>.webp',
  ])('there is no %s', async (file) => expect(await pictures().art(file)).toBeNull())

  test('each seed has a face of its own', async () => {
    const [a, b] = await Promise.all([pictures().art('avatar-a.webp'), pictures().art('avatar-b.webp')])
    expect(b && a?.bytes.equals(b.bytes)).toBe(false)
  })
})

describe('pictures of the image host', () => {
  test('are fetched once and then kept on disk', async () => {
    const first = await proxied().get('w500', 'a_b-C9.jpg')
    expect(first).toMatchObject({ contentType: 'image/webp' })
    expect(await sharp(first?.bytes).metadata()).toMatchObject({ width: 20, height: 30 })
    expect(await proxied().get('w500', 'a_b-C9.jpg')).toEqual(first)
    expect(host.requests.map((request) => request.url)).toEqual(['/w500/a_b-C9.jpg'])
    expect(await files()).toEqual(['/pictures/fetched/webp/w500/a_b-C9.jpg'])
  })

  test('30 callers at once cost one request', async () => {
    const one = proxied()
    await Promise.all(Array.from({ length: 30 }, () => one.get('w500', 'abc.jpg')))
    expect(host.requests).toHaveLength(1)
  })

  test.each([
    ['w500', '../../etc/passwd'],
    ['w500', '..%2f..%2fetc%2fpasswd.jpg'],
    ['../..', 'abc.jpg'],
    ['w123', 'abc.jpg'],
    ['w500', 'abc.svg'],
    ['w500', 'abc.gif'],
    ['w500', 'abc.jpg?x=1'],
    ['w500', 'abc.jpg#x'],
    ['w500', 'evil.example/abc.jpg'],
    ['w500', '@evil.example'],
    ['w500', `${'a'.repeat(500)}.jpg`],
    ['w500', 'abc.jpg\n'],
    ['', 'abc.jpg'],
  ])('%s/%s is never asked for', async (size, file) => {
    expect(await proxied().get(size, file)).toBeNull()
    expect(host.requests).toEqual([])
  })

  test('are made smaller, and a size between those of the host from the next one', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
    const create = { width: 342, height: 513, channels: 3 as const, background: '#000', noise }
    const large = await sharp({ create }).jpeg({ quality: 90 }).toBuffer()
    host.otherwise(() => ({ bytes: large, type: 'image/jpeg' }))
    const one = proxied()
    const whole = await one.get('w342', 'abc.jpg')
    expect(await sharp(whole?.bytes).metadata()).toMatchObject({ format: 'webp', width: 342, height: 513 })
    expect(whole?.bytes.length).toBeLessThan(large.length * 0.7)
    expect(await sharp((await one.get('w240', 'abc.jpg'))?.bytes).metadata()).toMatchObject({ width: 240 })
    expect(host.requests.map(({ url }) => url)).toEqual(['/w342/abc.jpg', '/w342/abc.jpg'])
    // An original is looked at for itself, and what cannot be read goes as it came.
    expect(await one.get('original', 'abc.jpg')).toMatchObject({ contentType: 'image/jpeg', bytes: large })
    const broken = large.subarray(0, 40)
    host.otherwise(() => ({ bytes: broken, type: 'image/jpeg' }))
    expect((await one.get('w500', 'def.jpg'))?.bytes.equals(broken)).toBe(true)
  })

  test('redirects are not followed', async () => {
    host.otherwise((path) =>
      path.startsWith('/w500/')
        ? { text: '', status: 302, headers: { location: `${host.url}/inside.jpg` } }
        : { bytes: jpeg, type: 'image/jpeg' },
    )
    expect(await proxied().get('w500', 'abc.jpg')).toBeNull()
    expect(host.requests.map((request) => request.url)).toEqual(['/w500/abc.jpg'])
  })

  test.each([
    ['a page', { bytes: Buffer.from('<html></html>'), type: 'text/html' }],
    ['an SVG', { bytes: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/svg+xml' }],
    ['an SVG that says it is a JPEG', { bytes: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/jpeg' }],
  ])('%s is no picture', async (_, reply) => {
    host.otherwise(() => reply)
    expect(await proxied().get('w500', 'abc.jpg')).toBeNull()
    expect(await files()).toEqual([])
  })

  test('what is larger than 10 MB is given up', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)])
    host.otherwise(() => ({ bytes: large, type: 'image/jpeg' }))
    const one = proxied()
    const chunked = { bytes: large, type: 'image/jpeg', headers: { 'transfer-encoding': 'chunked' } }
    await expect(one.get('w500', 'abc.jpg').catch(() => null)).resolves.toBeNull()
    host.otherwise(() => chunked)
    await expect(one.get('w500', 'def.jpg').catch(() => null)).resolves.toBeNull()
    expect(await files()).toEqual([])
  })

  test('a missing one is not asked for again at once', async () => {
    host.otherwise(() => ({ text: 'no', status: 404 }))
    const one = proxied()
    expect(await one.get('w500', 'abc.jpg')).toBeNull()
    expect(await one.get('w500', 'abc.jpg')).toBeNull()
    expect(host.requests).toHaveLength(1)
  })

  test.each([
    ['an error', { text: 'no', status: 503 }],
    ['a cut connection', 'reset' as const],
    ['silence', 'hang' as const],
  ])('%s of the host is told as such, and the next try may succeed', async (_, reply) => {
    const one = proxied({ timeoutMs: 100 })
    host.otherwise(() => reply)
    await expect(one.get('w500', 'abc.jpg')).rejects.toMatchObject(down)
    host.otherwise(() => ({ bytes: jpeg, type: 'image/jpeg' }))
    expect(await one.get('w500', 'abc.jpg')).toMatchObject({ contentType: 'image/webp' })
  })

  test('films logged from the built-in catalogue keep their drawn posters', async () => {
    expect(await proxied().get('w92', 'poster603-0.jpg')).toMatchObject({ contentType: 'image/webp' })
    expect(host.requests).toEqual([])
  })
})

test('beyond its size the oldest pictures go', async () => {
  const folder = join(dataDir, 'pictures/fetched/webp/w500')
  await mkdir(folder, { recursive: true })
  for (const [name, age] of [
    ['old.jpg', 3],
    ['older.jpg', 4],
    ['new.jpg', 1],
  ] as const) {
    await writeFile(join(folder, name), Buffer.alloc(1000))
    await utimes(join(folder, name), Date.now() / 1000 - age * 1000, Date.now() / 1000 - age * 1000)
  }
  await proxied({ maxBytes: 2500 }).get('w500', 'abc.jpg')
  await vi.waitFor(async () => expect((await files()).join()).not.toContain('old.jpg'))
  expect((await files()).toSorted()).toEqual([
    '/pictures/fetched/webp/w500/abc.jpg',
    '/pictures/fetched/webp/w500/new.jpg',
  ])
})

test('pictures of an earlier look go, those of a later one and all others stay', async () => {
  const old = [
    'drawn/v1/w500/poster603-0-f.jpg',
    'art/v1/default-poster.webp',
    'gifs/scene/v1/still/a.webp',
    'fetched/w500/v1/as-it-came.jpg',
  ]
  const others = ['drawn/v9/w500/poster603-0-f.jpg', 'fetched/webp/w500/v1.jpg', 'gifs/tenor/still/v1.webp']
  for (const name of [...old, ...others]) {
    await mkdir(join(dataDir, 'pictures', name, '..'), { recursive: true })
    await writeFile(join(dataDir, 'pictures', name), Buffer.alloc(10))
  }
  await proxied().get('w500', 'abc.jpg')
  await vi.waitFor(async () => expect((await files()).join()).not.toMatch(/\/v1\//))
  expect((await files()).toSorted()).toEqual(
    [...others, 'fetched/webp/w500/abc.jpg'].map((name) => `/pictures/${name}`).toSorted(),
  )
})
