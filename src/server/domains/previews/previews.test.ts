import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteMember } from '#shared/api/members.ts'
import type { Audience } from '#shared/audience.ts'
import { backdropUrl } from '#server/domains/films/films.views.ts'
import { filmPictures } from '#server/domains/films/pictures.service.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { buildWebFolder, plainPage, readPreview } from '#test/preview-page.ts'

const canary = 'Zwartvogel'
const nowhere = '018f0000-0000-7000-8000-000000000000'
const parasite = 496243

let web: Awaited<ReturnType<typeof buildWebFolder>>
let app: TestApp
let layla: TestMember
let film: { id: number; title: string }
let logId: string
let listId: string

beforeAll(async () => {
  web = await buildWebFolder()
  app = await startTestApp({ webFolder: web.folder })
  layla = await buildMember(app, { username: 'layla', name: 'Layla Haddad' })
  await app.db
    .updateTable('members')
    .set({ bio: canary, avatar: '/art/avatar-layla.webp', socials: JSON.stringify({ instagram: canary }) })
    .where('id', '=', layla.id)
    .execute()
  film = await buildFilm(app, { title: 'Salt Harbour', releaseDate: '2011-05-01', runtime: 104 })
  await app.db
    .updateTable('films')
    .set({ overview: 'A lighthouse keeper writes.' })
    .where('id', '=', film.id)
    .execute()
  const log = await buildLog(app, {
    author: layla,
    film,
    review: canary,
    rating: 3.5,
    watchedAt: '2024-02-29',
  })
  logId = log.id
  const other = await buildFilm(app, { id: parasite, title: 'Parasite' })
  listId = (
    await buildList(app, { author: layla, title: 'Rain and neon', films: [film, other], isRanked: true })
  ).id
  await app.db.updateTable('lists').set({ description: canary }).execute()
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

const get = (path: string, at: { url: string } = app, headers: Record<string, string> = {}) =>
  fetch(at.url + path, { headers })
const page = async (path: string, at?: TestApp) => (await get(path, at)).text()

const of = async (path: string, at?: TestApp) => readPreview(await page(path, at))

describe('the page of', () => {
  test('a film', async () => {
    const { tags, data } = await of(`/movie/${film.id}`)
    const url = `${app.url}/movie/${film.id}`
    const picture = expect.stringMatching(
      new RegExp(`^${app.url}/og/movie/${film.id}\\.jpg\\?v=[0-9a-f]{12}$`),
    )
    expect(Object.fromEntries(tags)).toEqual({
      title: 'Salt Harbour (2011) · Scene',
      description: 'A lighthouse keeper writes.',
      canonical: url,
      alternate: `${app.url}/oembed?url=${encodeURIComponent(url)}&format=json`,
      'og:type': 'video.movie',
      'og:site_name': 'Scene',
      'og:locale': 'en_GB',
      'og:title': 'Salt Harbour (2011)',
      'og:description': 'A lighthouse keeper writes.',
      'og:url': url,
      'og:image': picture,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Salt Harbour (2011). A lighthouse keeper writes.',
      'video:release_date': '2011-05-01',
      'video:duration': '6240',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Salt Harbour (2011)',
      'twitter:description': 'A lighthouse keeper writes.',
      'twitter:image': picture,
      'twitter:image:alt': 'Salt Harbour (2011). A lighthouse keeper writes.',
      'ld+json': expect.any(String),
    })
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Movie',
      name: 'Salt Harbour',
      url,
      datePublished: '2011-05-01',
      duration: 'PT104M',
      image: `${app.url}/t/p/w500/poster${film.id}-0.jpg`,
      description: 'A lighthouse keeper writes.',
    })
  })

  test('whatever it is in the language of who asks, where one is named', async () => {
    await app.db
      .insertInto('film_texts')
      .values({
        film_id: film.id,
        language: 'fr',
        title: 'Le Port de sel',
        overview: 'Un gardien de phare écrit.',
        tagline: '',
        search_text: ' le port de sel',
        poster_path: '/sel.jpg',
        fetched_at: new Date(),
      })
      .execute()
    const asked = async (path: string, language: string) =>
      readPreview(await (await get(path, app, { 'accept-language': language })).text())
    const { tags, data } = await asked(`/movie/${film.id}`, 'fr-CA,fr;q=0.9,en;q=0.8')
    expect(tags.get('og:title')).toBe('Le Port de sel (2011)')
    expect(tags.get('og:description')).toBe('Un gardien de phare écrit.')
    expect(tags.get('og:locale')).toBe('fr_FR')
    expect(data).toMatchObject({ image: `${app.url}/t/p/w500/sel.jpg` })
    const picture = new URL(tags.get('og:image') ?? '')
    expect(picture.searchParams.get('lang')).toBe('fr')
    const drawn = async (path: string) => (await get(path)).headers.get('etag')
    expect(await drawn(`${picture.pathname}?lang=fr`)).not.toBe(await drawn(picture.pathname))
    expect((await asked(`/review/${logId}`, 'fr')).tags.get('og:description')).toBe(
      '@layla a donné 3,5 étoiles sur 5 à Le Port de sel (2011) sur Scene.',
    )
    expect((await asked(`/list/${listId}`, 'ar')).tags.get('og:description')).toBe(
      'قائمة من \u2068@layla\u2069 على Scene: فيلمان.',
    )
    expect((await asked(`/movie/${film.id}`, 'de')).tags.get('og:title')).toBe('Salt Harbour (2011)')
    expect((await get(`/movie/${film.id}`)).headers.get('vary')).toMatch(/accept-language/i)
  })

  test('a film that nobody logged yet, from the film source’s memory', async () => {
    const { tags } = await of('/movie/244786')
    expect(tags.get('og:title')).toBe('Whiplash (2014)')
  })

  test('a review: its film, its author, its stars', async () => {
    const { tags, data } = await of(`/review/${logId}`)
    expect(tags.get('title')).toBe('Salt Harbour (2011) · @layla · Scene')
    expect(tags.get('og:type')).toBe('article')
    expect(tags.get('og:description')).toBe('@layla gave Salt Harbour (2011) 3.5 out of 5 stars on Scene.')
    expect(tags.get('article:author')).toBe(`${app.url}/profile/${layla.id}`)
    expect(data).toMatchObject({
      '@type': 'Review',
      url: `${app.url}/review/${logId}`,
      itemReviewed: { '@type': 'Movie', name: 'Salt Harbour', url: `${app.url}/movie/${film.id}` },
      author: { '@type': 'Person', name: '@layla', url: `${app.url}/profile/${layla.id}` },
      reviewRating: { ratingValue: 3.5, worstRating: 0.5, bestRating: 5 },
    })
  })

  test('a log without stars', async () => {
    const { id } = await buildLog(app, { author: layla, film })
    const { tags, data } = await of(`/review/${id}`)
    expect(tags.get('og:description')).toBe('@layla logged Salt Harbour (2011) on Scene.')
    expect(data).not.toHaveProperty('reviewRating')
  })

  test('a list', async () => {
    const { tags, data } = await of(`/list/${listId}`)
    expect(tags.get('title')).toBe('Rain and neon · Scene')
    expect(tags.get('og:type')).toBe('website')
    expect(tags.get('description')).toBe('A list of 2 films by @layla on Scene.')
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      url: `${app.url}/list/${listId}`,
      name: 'Rain and neon',
      numberOfItems: 2,
      itemListOrder: 'https://schema.org/ItemListOrderAscending',
    })
  })

  test('a profile', async () => {
    const { tags, data } = await of(`/profile/${layla.id}`)
    expect(tags.get('og:title')).toBe('Layla Haddad (@layla)')
    expect(tags.get('og:type')).toBe('profile')
    expect(tags.get('profile:username')).toBe('layla')
    expect(tags.get('description')).toBe('@layla has logged 1 film on Scene.')
    expect(data).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: 'Layla Haddad',
        alternateName: '@layla',
        image: `${app.url}/art/avatar-layla.webp`,
      },
    })
  })

  test('a profile whose backdrop is for few is drawn without it', async () => {
    const picture = async () =>
      Buffer.from(await (await get(`/og/profile/${layla.id}.jpg`)).arrayBuffer()).toString('base64')
    const set = (change: { backdrop: string | null } | { profile_audience: Audience }) =>
      app.db.updateTable('members').set(change).where('id', '=', layla.id).execute()
    const { backdrops } = await filmPictures(app.ctx, parasite)
    const without = await picture()
    await set({ backdrop: backdropUrl(backdrops[0]?.file_path ?? null) })
    expect(await picture()).not.toBe(without)
    await set({ profile_audience: 'me' })
    expect(await picture()).toBe(without)
    await set({ profile_audience: 'members' })
    await set({ backdrop: null })
  })

  test.each([
    ['film', () => [`/movie/${film.id}/reviews`, `/movie/${film.id}/friends`, `/MOVIE/${film.id}/`]],
    ['review', () => [`/review/${logId}/replies`, `/replies/${logId}`, `/review/${logId.toUpperCase()}?x=1`]],
    ['list', () => [`/list/${listId}/`]],
    ['profile', () => [`/user/${layla.id}`]],
  ])('a %s at its other addresses names the first as canonical', async (_, addresses) => {
    const canonical = new Set<string | undefined>()
    for (const path of addresses()) canonical.add((await of(path)).tags.get('canonical'))
    expect(canonical.size).toBe(1)
    expect((await of(new URL([...canonical][0] ?? '').pathname)).tags.get('canonical')).toBe(
      [...canonical][0],
    )
  })

  test.each([
    '/',
    '/login',
    '/search?q=salt',
    '/movie/0',
    '/movie/9999999999',
    '/movie/1e3',
    '/movie/-1',
    '/list/1',
    '/profile',
    '/settings',
    '/create-list',
  ])('%s is the plain one and costs no statement', async (path) => {
    let html = ''
    expect(await app.countStatements(async () => void (html = await page(path)))).toBe(0)
    expect(html).toBe(plainPage)
  })

  test('a screen of members only stays plain, whatever it is about', async () => {
    for (const path of [
      `/share-review/${logId}`,
      `/list/${listId}/edit`,
      `/review/${logId}/change-backdrop`,
      `/profile/${layla.id}/followers`,
      `/movie/${film.id}/reviews/${layla.id}`,
    ])
      expect(await page(path)).toBe(plainPage)
  })

  test('is the same for members and guests, with the headers of every page', async () => {
    const guest = await get(`/list/${listId}`)
    const member = await get(`/list/${listId}`, app, { authorization: `Bearer ${layla.token}` })
    expect(await member.text()).toBe(await guest.text())
    const plain = await get('/login')
    for (const name of ['cache-control', 'content-type', 'content-security-policy'])
      expect(guest.headers.get(name)).toBe(plain.headers.get(name))
  })

  test.each([
    ['one statement', () => [`/movie/${film.id}`, `/profile/${layla.id}`], 1],
    [
      'a second one for what somebody wrote, whether its author is shown',
      () => [`/review/${logId}`, `/list/${listId}`],
      2,
    ],
  ])('costs %s, whatever there is', async (_, paths, statements) => {
    for (const path of paths()) {
      // What lists show of films and members is kept from here on.
      await page(path)
      expect(await app.recordStatements(() => page(path))).toHaveLength(statements)
    }
  })
})

const error = async (path: string, at?: TestApp) => {
  const response = await get(path, at)
  const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>
  return { status: response.status, kept: response.headers.get('cache-control'), body }
}
const oembed = (path: string, rest = '') => `/oembed?url=${encodeURIComponent(app.url + path)}${rest}`

describe('what is not everybody’s', () => {
  test('is answered as what is not there', async () => {
    const closed = await buildList(app, { author: layla, title: canary, films: [film], isPrivate: true })
    const gone = await buildMember(app)
    const log = await buildLog(app, { author: gone, film, rating: 5 })
    const list = await buildList(app, { author: gone, films: [film] })
    expect(await page(`/profile/${gone.id}`)).not.toBe(plainPage)
    expect((await get(`/og/profile/${gone.id}.jpg`)).status).toBe(200)
    await app.call(deleteMember, { as: gone, params: { userId: gone.id } })

    const missing = {
      picture: await error(`/og/list/${nowhere}.jpg`),
      embedded: await error(oembed(`/list/${nowhere}`)),
    }
    expect(missing.picture).toMatchObject({ status: 404, kept: 'no-store' })
    expect(missing.embedded).toMatchObject({ status: 404, kept: 'no-store' })
    for (const [type, id] of [
      ['list', closed.id],
      ['list', list.id],
      ['list', nowhere],
      ['review', log.id],
      ['review', nowhere],
      ['profile', gone.id],
      ['profile', nowhere],
      ['movie', '2000000003'],
    ]) {
      expect(await page(`/${type}/${id}`)).toBe(plainPage)
      expect(await error(`/og/${type}/${id}.jpg`)).toEqual(missing.picture)
      expect(await error(oembed(`/${type}/${id}`))).toEqual(missing.embedded)
    }
    const statements = (id: string) => app.countStatements(() => get(`/og/list/${id}.jpg`))
    expect(await statements(closed.id)).toBe(await statements(nowhere))
  })

  test('a list that is closed loses its preview at once, also its kept picture', async () => {
    const { id } = await buildList(app, { author: layla, title: 'Soon closed', films: [film] })
    const first = await get(`/og/list/${id}.jpg`)
    const etag = first.headers.get('etag') ?? ''
    await app.db.updateTable('lists').set({ audience: 'me' }).where('id', '=', id).execute()
    expect((await get(`/og/list/${id}.jpg`, app, { 'if-none-match': etag })).status).toBe(404)
    expect(await page(`/list/${id}`)).toBe(plainPage)
  })

  test('texts of members are nowhere: reviews, descriptions of lists, bios, addresses of mail', async () => {
    for (const path of [`/movie/${film.id}`, `/review/${logId}`, `/list/${listId}`, `/profile/${layla.id}`]) {
      const [head, embedded] = [await page(path), await (await get(oembed(path))).text()]
      for (const secret of [canary, layla.email, '2024-02-29', 'instagram'])
        expect(head + embedded).not.toContain(secret)
    }
  })
})

describe('oEmbed', () => {
  test('tells title, author and picture of a link', async () => {
    const response = await get(oembed(`/review/${logId}/replies`, '&format=json&maxwidth=300'))
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({
      version: '1.0',
      type: 'link',
      title: 'Salt Harbour (2011) · @layla',
      provider_name: 'Scene',
      provider_url: app.url,
      author_name: '@layla',
      author_url: `${app.url}/profile/${layla.id}`,
      thumbnail_url: expect.stringContaining(`${app.url}/og/review/${logId}.jpg?v=`),
      thumbnail_width: 1200,
      thumbnail_height: 630,
    })
    const aFilm = (await (await get(oembed(`/movie/${film.id}`))).json()) as object
    expect(aFilm).not.toHaveProperty('author_name')
  })

  test('is what the page points to', async () => {
    const address = (await of(`/list/${listId}`)).tags.get('alternate') ?? ''
    expect(await (await fetch(address)).json()).toMatchObject({
      title: 'Rain and neon',
      author_name: '@layla',
    })
  })

  test('other formats are not spoken, other addresses not known', async () => {
    const xml = await get(oembed(`/list/${listId}`, '&format=xml'))
    expect(xml.status).toBe(501)
    for (const query of [
      '',
      '?url=',
      `?url=/list/${listId}`,
      `?url=https://evil.example/list/${listId}`,
      `?url=${app.url}@evil.example/list/${listId}`,
      `?url=${encodeURIComponent(`${app.url}/search`)}`,
      `?url=a&url=b`,
      `?url=${'a'.repeat(3000)}`,
    ])
      expect((await get(`/oembed${query}`)).status).toBe(404)
  })
})

describe('the operator’s switch', () => {
  test('off: every page is plain, and there are no pictures and no oEmbed', async () => {
    const off = await startTestApp({ webFolder: web.folder, env: { LINK_PREVIEWS: '0' } })
    try {
      expect(await page('/movie/244786', off)).toBe(plainPage)
      expect((await get('/og/movie/244786.jpg', off)).status).toBe(404)
      expect((await get(`/oembed?url=${encodeURIComponent(`${off.url}/movie/244786`)}`, off)).status).toBe(
        404,
      )
    } finally {
      await off.close()
    }
  })
})

describe('limits', () => {
  test('count by address, and never fail a page', async () => {
    const strict = await startTestApp({ webFolder: web.folder, env: { RATE_LIMIT: '1' } })
    try {
      const statuses = new Set<number>()
      for (let turn = 0; turn < 120; turn++)
        statuses.add((await get(`/og/list/${nowhere}.jpg`, strict)).status)
      expect(statuses).toEqual(new Set([404]))
      const refused = await get(`/og/movie/244786.jpg`, strict)
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await get(`/oembed?url=x`, strict)).status).toBe(429)
      expect(await page('/movie/244786', strict)).not.toBe(plainPage)
      for (let turn = 0; turn < 600; turn++) await page(`/list/${nowhere}`, strict)
      expect(await page('/movie/244786', strict)).toBe(plainPage)
    } finally {
      await strict.close()
    }
  })
})

test('a database that does not answer costs the preview, not the page', async () => {
  const broken = await startTestApp({ webFolder: web.folder })
  try {
    await broken.db.schema.dropTable('list_saves').execute()
    expect(await page(`/list/${nowhere}`, broken)).toBe(plainPage)
  } finally {
    await broken.close()
  }
})
