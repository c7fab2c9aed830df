import { Resvg } from '@resvg/resvg-js'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditFontFile, titleFontFile } from '#built-in/artwork/fonts.ts'
import { fail } from '#server/core/errors.ts'
import { hidePicture, storeImage } from '#server/domains/media/media.service.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { descriptionOf } from './preview-texts.ts'
import { filmSketch, reviewSketch } from '#server/adapters/pictures/previews/film-sketch.ts'
import { listSketch } from '#server/adapters/pictures/previews/list-sketch.ts'
import { profileSketch } from '#server/adapters/pictures/previews/sketch.ts'
import type { FilmPreview } from '#server/adapters/pictures/previews/preview.ts'

const parasite = 496243

let app: TestApp
let layla: TestMember
let film: { id: number }
beforeAll(async () => {
  app = await startTestApp()
  layla = await buildMember(app, { name: 'ليلى حداد' })
  film = await buildFilm(app, { id: parasite, title: 'Parasite' })
})
afterAll(() => app.close())

async function picture(path: string, headers: Record<string, string> = {}, at = app) {
  const response = await fetch(at.url + path, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('the picture of', () => {
  test.each([
    ['a film', async () => `/og/movie/${film.id}.jpg`],
    ['a film that nobody logged yet', async () => '/og/movie/603.jpg'],
    [
      'a review',
      async () => `/og/review/${(await buildLog(app, { author: layla, film, rating: 4.5 })).id}.jpg`,
    ],
    [
      'a log without stars',
      async () => `/og/review/${(await buildLog(app, { author: layla, film })).id}.jpg`,
    ],
    ['a list', async () => `/og/list/${(await buildList(app, { author: layla, films: [film] })).id}.jpg`],
    [
      'a list of no film',
      async () => `/og/list/${(await buildList(app, { author: layla, title: '🎬' })).id}.jpg`,
    ],
    ['a profile', async () => `/og/profile/${layla.id}.jpg`],
  ])('%s is a JPEG of 1200 × 630, for guests, and not kept for long', async (_, path) => {
    const { status, headers, bytes } = await picture(`${await path()}?v=whatever`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(150_000)
  })

  test('a list changes with its title, and is the same until then', async () => {
    const { id } = await buildList(app, { author: layla, title: 'Before', films: [film] })
    const path = `/og/list/${id}.jpg`
    const before = await picture(path)
    const etag = before.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    expect((await picture(path)).bytes.equals(before.bytes)).toBe(true)
    const known = await picture(path, { 'if-none-match': etag })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    await app.db.updateTable('lists').set({ title: 'After' }).where('id', '=', id).execute()
    const after = await picture(path, { 'if-none-match': etag })
    expect([after.status, after.headers.get('etag') === etag]).toEqual([200, false])
    expect(after.bytes.equals(before.bytes)).toBe(false)
  })

  test('a review shows its author’s own poster', async () => {
    const { id } = await buildLog(app, { author: layla, film, rating: 2 })
    const before = await picture(`/og/review/${id}.jpg`)
    const poster_path = `/poster${parasite}-3.jpg`
    await app.db
      .insertInto('poster_overrides')
      .values({ member_id: layla.id, film_id: film.id, poster_path })
      .execute()
    expect((await picture(`/og/review/${id}.jpg`)).bytes.equals(before.bytes)).toBe(false)
  })

  test.each([
    '/og/film/603.jpg',
    '/og/movie/603.png',
    '/og/movie/603',
    '/og/movie/0603.jpg',
    '/og/movie/9999999999.jpg',
    '/og/user/018f0000-0000-7000-8000-000000000000.jpg',
    '/og/list/..%2f..%2fx.jpg',
    '/og/list/%00.jpg',
    '/og/list/1.jpg',
  ])('%s is none, which costs no statement', async (path) => {
    let status = 0
    expect(await app.countStatements(async () => void ({ status } = await picture(path)))).toBe(0)
    expect(status).toBe(404)
  })
})

test('a picture that moderators hid is in no preview, also where one was drawn before', async () => {
  const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
    .webp()
    .toBuffer()
  const places = [
    ['cover', (id: string) => `/og/list/${id}.jpg`],
    ['avatar', (_: string, author: string) => `/og/profile/${author}.jpg`],
  ] as const
  for (const [kind, pathOf] of places) {
    const author = await buildMember(app)
    const { id } = await buildList(app, { author })
    const shown = await storeImage(app.ctx, { owner: author.id, kind, bytes: red })
    await app.db.updateTable('media').set({ claimed: true }).where('path', '=', shown).execute()
    await app.db.updateTable('lists').set({ cover: shown }).where('id', '=', id).execute()
    await app.db.updateTable('members').set({ avatar: shown }).where('id', '=', author.id).execute()
    const path = pathOf(id, author.id)
    const before = await picture(path)
    await app.ctx.transact((tx) => hidePicture(tx, shown, new Date()))
    const after = await picture(path, { 'if-none-match': before.headers.get('etag') ?? '' })
    expect([after.status, after.bytes.equals(before.bytes)]).toEqual([200, false])
    await app.ctx.transact((tx) => hidePicture(tx, shown, null))
    expect((await picture(path)).bytes.equals(before.bytes)).toBe(true)
  }
})

test('pictures that members uploaded are in it; what is no picture, or is gone, is left out', async () => {
  const fill = (background: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .webp()
      .toBuffer()
  const name = (number: number) => `00000000-0000-4000-8000-00000000000${number}.webp`
  await app.ctx.storage.put(`avatars/${name(1)}`, await fill('#ff0000'))
  await app.ctx.storage.put(`avatars/${name(2)}`, Buffer.from('<svg/>'))
  const colours: number[][] = []
  for (const number of [1, 2, 3]) {
    const member = await buildMember(app)
    const avatar = `/media/avatars/${name(number)}`
    await app.db.updateTable('members').set({ avatar }).where('id', '=', member.id).execute()
    const { status, bytes } = await picture(`/og/profile/${member.id}.jpg`)
    expect(status).toBe(200)
    const pixel = { left: 238, top: 315, width: 1, height: 1 }
    colours.push([...(await sharp(bytes).extract(pixel).raw().toBuffer())])
  }
  expect(colours[0]?.[0]).toBeGreaterThan(240)
  expect(colours[0]?.[1]).toBeLessThan(20)
  for (const [red = 255] of colours.slice(1)) expect(red).toBeLessThan(60)
})

test('a part that cannot be had now costs neither the rest nor the next try', async () => {
  const state = { isDown: true }
  const get = async (size: string, file: string) => {
    if (state.isDown) throw fail('film.source_down')
    return app.ctx.pictures.get(size, file)
  }
  const other = await startTestApp({ overrides: { pictures: { ...app.ctx.pictures, get } } })
  try {
    const without = await picture('/og/movie/244786.jpg', {}, other)
    expect([without.status, without.headers.get('cache-control'), without.headers.get('etag')]).toEqual([
      200,
      'public, max-age=60',
      null,
    ])
  } finally {
    await other.close()
  }
})

test('a drawn poster says its title in the language of the preview', async () => {
  const asked: string[] = []
  const get = (size: string, file: string) => {
    asked.push(file)
    return app.ctx.pictures.get(size, file)
  }
  const other = await startTestApp({ overrides: { pictures: { ...app.ctx.pictures, get } } })
  try {
    for (const query of ['', '?lang=ar']) await picture(`/og/movie/807.jpg${query}`, {}, other)
    const posters = asked.filter((file) => file.startsWith('poster'))
    expect(new Set(posters.map((file) => /-f(\.\w\w)?\.jpg$/.exec(file)?.[1]))).toEqual(
      new Set([undefined, '.ar']),
    )
    expect(posters.every((file) => /-f(?:\.ar)?\.jpg$/.test(file))).toBe(true)
  } finally {
    await other.close()
  }
})

test('the film source is never asked for guests', async () => {
  const asked: unknown[] = []
  const filmSource = {
    ...app.ctx.filmSource,
    film: async (id: number) => {
      asked.push(id)
      return null
    },
  }
  const other = await startTestApp({ overrides: { filmSource } })
  try {
    for (const id of [244786, 603, 2_000_000_003]) {
      await fetch(`${other.url}/movie/${id}`)
      await picture(`/og/movie/${id}.jpg`, {}, other)
      await fetch(`${other.url}/oembed?url=${encodeURIComponent(`${other.url}/movie/${id}`)}`)
    }
    expect(asked).toEqual([])
  } finally {
    await other.close()
  }
})

const salt: FilmPreview = {
  type: 'movie',
  locale: 'en',
  id: 1,
  title: 'Salt Harbour',
  releaseDate: '2011-05-01',
  runtime: 104,
  poster: '/t/p/w500/a.jpg',
  backdrop: '/t/p/w1280/b.jpg',
  overview: '',
}
const omar = { id: 'x', username: 'omar', avatar: null }
const list = {
  type: 'list',
  locale: 'en',
  id: 'l',
  author: omar,
  filmsCount: 3,
  isRanked: false,
  cover: null,
} as const

/** Where the texts of a drawing are. */
function textBox(svg: string) {
  const texts = svg.match(/<text[^>]*>[^<]*<\/text>/g) ?? []
  const drawing = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${texts.join('')}</svg>`,
    { font: { loadSystemFonts: false, fontFiles: [titleFontFile, creditFontFile] } },
  )
  return drawing.getBBox()
}

describe('a drawing', () => {
  test('keeps any title inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const sketches = [
          filmSketch({ ...salt, title }),
          filmSketch({ ...salt, title, poster: null, backdrop: null }),
          reviewSketch({
            type: 'review',
            locale: 'en',
            id: 'r',
            film: { ...salt, title },
            author: omar,
            rating: 3.5,
          }),
          listSketch({ ...list, title, posters: ['/t/p/w500/a.jpg', '/t/p/w500/b.jpg'] }),
          profileSketch({
            type: 'profile',
            locale: 'en',
            ...omar,
            name: title,
            backdrop: null,
            filmsCount: 1,
          }),
        ]
        for (const { svg } of sketches) {
          const box = textBox(svg)
          expect(box?.x).toBeGreaterThanOrEqual(40)
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1160)
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(610)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('is mirrored for a title that runs from right to left, in the order of its letters', () => {
    const posterAt = (title: string) => {
      const { svg, sources } = filmSketch({ ...salt, title })
      const number = sources.findIndex(({ address }) => address === salt.poster)
      return Number(new RegExp(`#picture${number}" x="([\\d.]+)"`).exec(svg)?.[1])
    }
    expect(posterAt('Salt Harbour')).toBeLessThan(200)
    expect(posterAt('وجدة Wadjda')).toBeGreaterThan(800)
    expect(posterAt('2012: وجدة')).toBeGreaterThan(800)
    expect(posterAt('Wadjda وجدة')).toBeLessThan(200)
    expect(filmSketch({ ...salt, title: 'وجدة Wadjda' }).svg).toContain('\u2067وجدة Wadjda\u2069</text>')
  })

  test('has a word where the title has no letter that can be drawn', () => {
    expect(listSketch({ ...list, title: '🎬🍿', posters: [] }).svg).toContain('>A\u00a0list</text>')
    expect(filmSketch({ ...salt, title: '千と千尋' }).svg).toContain('>A\u00a0film</text>')
    expect(listSketch({ ...list, locale: 'fr', title: '🎬🍿', posters: [] }).svg).toMatch(/>Une\sliste</)
    expect(filmSketch({ ...salt, locale: 'ar', title: 'وجدة', runtime: 98 }).svg).toMatch(/98.دقيقة/)
    expect(listSketch({ ...list, title: 'Лучшее', posters: [] }).svg).toContain('>Лучшее</text>')
  })

  test.each([
    [0.5, 0, 1],
    [3.5, 3, 1],
    [4, 4, 0],
    [5, 5, 0],
  ])('of %f stars', (rating, whole, half) => {
    const { svg } = reviewSketch({ type: 'review', locale: 'en', id: 'r', film: salt, author: omar, rating })
    const gold = svg.match(/fill="#f6c54b" stroke/g) ?? []
    expect(gold.length).toBe(whole + half)
    expect(svg.match(/clip-path="url\(#d\d+\)"><path d="[^"]+" fill="#f6c54b"/g) ?? []).toHaveLength(half)
  })
})

test.each([
  [1.5, '1,5 étoile sur 5'],
  [2, '2 étoiles sur 5'],
])('%f stars are counted as French counts', (rating, stars) => {
  const text = descriptionOf({ type: 'review', locale: 'fr', id: '2', film: salt, author: omar, rating })
  expect(text).toBe(`@omar a donné ${stars} à Salt Harbour (2011) sur Scene.`)
})
