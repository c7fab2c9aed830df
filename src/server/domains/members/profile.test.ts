import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { getMember, updateMember, uploadAvatar, uploadAvatarById } from '#shared/api/members.ts'
import type { StandIn } from '#shared/audience.ts'
import { fail } from '#server/core/errors.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { storeImage } from '#server/domains/media/media.service.ts'

let app: TestApp
let member: TestMember
let other: TestMember
let picture: Buffer
beforeAll(async () => {
  app = await startTestApp()
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#306' } })
    .png()
    .toBuffer()
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await buildMember(app)
  other = await buildMember(app)
})

const change = (body: BodyOf<typeof updateMember>, as = member, userId = as.id) =>
  app.call(updateMember, { params: { userId }, body, as })
const seen = async () => (await app.call(getMember, { params: { userId: member.id }, as: other })).data
const files = () => readdir(join(app.ctx.config.dataDir, 'media', 'avatars')).catch(() => [])
const avatarOf = ({ id }: TestMember) =>
  app.db.selectFrom('members').select('avatar').where('id', '=', id).executeTakeFirstOrThrow()
const isServed = async (path: string) => (await fetch(new URL(path, app.url))).status === 200

test('looked at as somebody else, it says how many logs these are not told of', async () => {
  const film = await buildFilm(app)
  for (const audience of ['public', 'members', 'followers', 'me'] as const)
    await buildLog(app, { author: member, film, audience })
  const hidden = async (as?: StandIn) =>
    (await app.call(getMember, { params: { userId: member.id }, query: { as }, as: member })).data.hiddenLogs
  expect([await hidden('guest'), await hidden('member'), await hidden('follower')]).toEqual([3, 2, 1])
  expect(await hidden()).toBeUndefined()
})

describe('changing one’s own profile', () => {
  test('answers it, shows it to others and leaves what is absent', async () => {
    const film = await buildFilm(app)
    const first = await change({
      bio: 'Numbers',
      backdrop: '/t/p/original/some-file_1.jpg',
      favoriteFilms: [{ tmdbId: film.id, title: 'anything', poster_path: '/x.jpg' }],
      socials: { X: 'ada', website: 'https://example.org/~ada?x=1' },
    })
    expect(first.status).toBe(200)
    expect(first.data.user).toMatchObject({
      id: member.id,
      email: member.email,
      bio: 'Numbers',
      backdrop: '/t/p/original/some-file_1.jpg',
      profileBackdrop: '/t/p/original/some-file_1.jpg',
      favoriteFilms: [{ tmdbId: film.id, title: film.title, poster_path: `/poster${film.id}-0.jpg` }],
      socials: { X: 'ada', website: 'https://example.org/~ada?x=1' },
    })
    const second = await change({ bio: '' })
    expect(second.data.user).toEqual({ ...first.data.user, bio: '' })
    expect((await change({})).data.user).toEqual(second.data.user)
    const shown = await seen()
    expect(second.data.user).toMatchObject(shown)
    for (const own of [
      'email',
      'emailVerified',
      'recentGifs',
      'discoverable',
      'searchEngines',
      'lesserKnownFilms',
      'welcomed',
    ])
      expect(shown).not.toHaveProperty(own)
  })

  test('says when spoilers are open, by one of three words', async () => {
    expect((await change({})).data.user.spoilers).toBe('seen')
    for (const spoilers of ['closed', 'open', 'seen'] as const)
      expect((await change({ spoilers })).data.user.spoilers).toBe(spoilers)
    expect((await change({ spoilers: 'sometimes' as never })).status).toBe(400)
    expect(await seen()).not.toHaveProperty('spoilers')
  })

  test('is for oneself only', async () => {
    const answer = await change({ bio: 'mine' }, other, member.id)
    expect([answer.status, answer.error.code]).toEqual([403, 'request.not_yours'])
    expect((await app.call(updateMember, { params: { userId: member.id }, body: {} })).status).toBe(401)
    expect((await seen()).bio).toBe('')
  })

  test('never takes what is not in the contract', async () => {
    const stolen = { username: 'root', email: 'x@example.org', followersCount: 9, emailVerified: false }
    const body: BodyOf<typeof updateMember> = { bio: 'b', ...stolen }
    expect((await change(body)).data.user).toMatchObject({
      username: member.username,
      email: member.email,
      followersCount: 0,
      emailVerified: true,
    })
  })

  test('costs the same however much changes', async () => {
    const films = [await buildFilm(app)]
    const statements = (count: number) =>
      app.countStatements(() =>
        change({ favoriteFilms: films.slice(0, 1).map(({ id }) => ({ id })), bio: 'x'.repeat(count) }),
      )
    expect(await statements(1)).toBe(await statements(500))
  })
})

describe('a bio', () => {
  test.each([
    ['ends after 180 characters', 'x'.repeat(181), 'x'.repeat(180)],
    ['counts a pair of code units as one character', '😀'.repeat(181), '😀'.repeat(180)],
    ['is not cut within a character', `${'x'.repeat(179)}😀😀`, `${'x'.repeat(179)}😀`],
    ['keeps lines and Arabic', 'أفلام\nوكتب', 'أفلام\nوكتب'],
  ])('%s', async (_name, given, kept) => {
    const { status, data } = await change({ bio: given })
    expect([status, data.user.bio]).toEqual([200, kept])
  })

  test('with what no text may hold is refused', async () => {
    expect((await change({ bio: 'a\0b' })).status).toBe(400)
  })
})

describe('an avatar', () => {
  test('is one’s own upload; the one before is given up', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => storeImage(app.ctx, { owner: member.id, kind: 'avatar', bytes: picture })),
    )
    expect((await change({ avatar: first ?? '' })).data.user.avatar).toBe(first)
    expect((await change({ avatar: second ?? '' })).data.user.avatar).toBe(second)
    await expect.poll(() => isServed(first ?? '')).toBe(false)
    expect((await change({ avatar: second ?? '', bio: 'again' })).status).toBe(200)
    expect(await isServed(second ?? '')).toBe(true)
  })

  test.each([null, ''])('goes by %j', async (nothing) => {
    const path = await storeImage(app.ctx, { owner: member.id, kind: 'avatar', bytes: picture })
    await change({ avatar: path })
    expect((await change({ avatar: nothing })).data.user.avatar).toBeNull()
    await expect.poll(() => isServed(path)).toBe(false)
  })

  test('of another, of another kind and of elsewhere is refused', async () => {
    const others = await storeImage(app.ctx, { owner: other.id, kind: 'avatar', bytes: picture })
    await change({ avatar: others }, other)
    const cover = await storeImage(app.ctx, { owner: member.id, kind: 'cover', bytes: picture })
    for (const avatar of [
      others,
      cover,
      '/t/p/w500/a.jpg',
      '/art/avatar-x.webp',
      '/media/avatars/../x.webp',
      'https://example.org/a.png',
      'data:image/png;base64,AAAA',
    ]) {
      const { status, error } = await change({ avatar, bio: 'not kept' })
      expect([avatar, status, error.code]).toEqual([avatar, 400, 'request.invalid'])
    }
    expect(await seen()).toMatchObject({ avatar: null, bio: '' })
    expect(await isServed(others)).toBe(true)
  })

  test('that was drawn may stay', async () => {
    const drawn = '/art/avatar-someone.webp'
    await app.db.updateTable('members').set({ avatar: drawn }).where('id', '=', member.id).execute()
    expect((await change({ avatar: drawn, bio: 'b' })).data.user).toMatchObject({ avatar: drawn, bio: 'b' })
  })
})

describe('a backdrop', () => {
  test('comes from the film source, or goes', async () => {
    expect((await change({ backdrop: '/t/p/w1280/aZ-9_b.webp' })).status).toBe(200)
    expect((await change({ backdrop: null })).data.user.backdrop).toBeNull()
    // By the address at the source, and by the raw path that a film's `backdrops` have.
    for (const backdrop of ['https://image.tmdb.org/t/p/original/a.jpg', '/a.jpg'])
      expect((await change({ backdrop })).data.user.backdrop).toBe('/t/p/original/a.jpg')
    expect((await change({ profileBackdrop: '' })).data.user.backdrop).toBeNull()
  })

  test.each([
    'https://images.example/t/p/original/a.jpg',
    '/t/p/original/../../media/x.jpg',
    '/t/p/original/a.jpg?x=1',
    '/t/p/original/a.svg',
    '/t/p/a.jpg',
    '/media/backdrops/a.webp',
    '/t/p/original/a.jpg\n',
  ])('%j is refused', async (backdrop) => {
    const { status, error } = await change({ backdrop })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })
})

describe('favourite films', () => {
  test('keep their order, at most four, each once', async () => {
    const films = await Promise.all(Array.from({ length: 5 }, () => buildFilm(app)))
    const chosen = films.map(({ id }) => ({ tmdbId: id }))
    const { data } = await change({ favoriteFilms: chosen.slice(0, 4).toReversed() })
    expect(data.user.favoriteFilms.map((film) => film.tmdbId)).toEqual(
      films
        .slice(0, 4)
        .map(({ id }) => id)
        .toReversed(),
    )
    for (const refused of [chosen, [...chosen.slice(0, 1), { id: films[0]?.id ?? 0 }]]) {
      const { status, error } = await change({ favoriteFilms: refused })
      expect([status, error.code]).toEqual([400, 'member.favourites'])
    }
    expect((await seen()).favoriteFilms).toHaveLength(4)
    expect((await change({ favoriteFilms: [] })).data.user.favoriteFilms).toEqual([])
  })

  test('must have a number that the source knows; it is remembered', async () => {
    const [known] = await app.ctx.filmSource.trending()
    const { data } = await change({ favoriteFilms: [{ id: known?.id ?? 0 }] })
    expect(data.user.favoriteFilms).toMatchObject([{ id: known?.id, title: known?.title }])
    const unknown = await change({ favoriteFilms: [{ id: 1_999_999_999 }], bio: 'not kept' })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'film.not_found'])
    const unnumbered = await change({ favoriteFilms: [{ title: 'Alien' }] })
    expect([unnumbered.status, unnumbered.error.code]).toEqual([400, 'request.invalid'])
    expect(await seen()).toMatchObject({ bio: '', favoriteFilms: [{ id: known?.id }] })
  })

  test('while the source is down only those that Scene remembers can be chosen', async () => {
    const filmSource = { ...app.ctx.filmSource, film: () => Promise.reject(fail('film.source_down')) }
    const down = await startTestApp({ overrides: { filmSource } })
    onTestFinished(() => down.close())
    const fan = await buildMember(down)
    const film = await buildFilm(down)
    const choose = (id: number) =>
      down.call(updateMember, { params: { userId: fan.id }, body: { favoriteFilms: [{ id }] }, as: fan })
    expect((await choose(film.id)).status).toBe(200)
    expect((await choose(550)).error.code).toBe('film.source_down')
  })
})

describe('links', () => {
  test('are trimmed, replace all others, and go when empty', async () => {
    await change({ socials: { tmdb: 'old', imdb: 'ur1' } })
    const given = { X: '  @ada ', youtube: '   ', instagram: '', website: ' HTTP://example.org ' }
    const { data } = await change({ socials: Object.assign(given, { myspace: 'x' }) })
    expect(data.user.socials).toEqual({ X: '@ada', website: 'HTTP://example.org' })
    const row = await app.db
      .selectFrom('members')
      .select('socials')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(row.socials).toEqual({ X: '@ada', website: 'HTTP://example.org' })
    expect((await change({ socials: {} })).data.user.socials).toEqual({})
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'example.org',
    '//example.org',
    'ftp://example.org',
    'https://',
    'https:///x',
    'http://exa mple.org',
    'java\tscript:alert(1)',
    ' \u0001javascript:alert(1)',
  ])('the website %j is refused', async (website) => {
    const { status } = await change({ socials: { website } })
    expect(status).toBe(400)
    expect((await seen()).socials).toEqual({})
  })

  test('a website without http and a handle with a control character have their own errors', async () => {
    const website = await change({ socials: { website: 'javascript:alert(1)' } })
    expect([website.error.code, website.error.error]).toEqual([
      'member.website',
      'A website must begin with http:// or https://.',
    ])
    const handle = await change({ socials: { X: 'a\u0007b' } })
    expect(handle.error).toMatchObject({ code: 'request.invalid', issues: [{ path: 'socials.X' }] })
    expect((await change({ socials: { X: 'x'.repeat(201) } })).status).toBe(400)
  })
})

describe('a handle', () => {
  test('is kept as it is given; the address of its page is reduced to it', async () => {
    const { data } = await change({
      socials: { X: '@ada', youtube: 'https://www.youtube.com/@ada', imdb: 'https://www.imdb.com/user/ur1/' },
    })
    expect(data.user.socials).toEqual({ X: '@ada', youtube: 'ada', imdb: 'ur1' })
    await change({ socials: {} })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'a/b', 'a b', 'https://evil.example/ada'])(
    '%j is refused with its field',
    async (tmdb) => {
      const { status, error } = await change({ socials: { X: 'ada', tmdb } })
      expect([status, error]).toMatchObject([
        400,
        {
          code: 'member.social',
          error: 'This is neither a name nor an address on that site.',
          issues: [{ path: 'socials.tmdb' }],
        },
      ])
      expect((await seen()).socials).toEqual({})
    },
  )
})

describe.each([uploadAvatar, uploadAvatarById])('$path', (endpoint) => {
  const upload = (bytes: Uint8Array | null, as: TestMember | null = member, userId = member.id) =>
    app.call(endpoint, {
      params: { userId },
      files: bytes ? { avatar: { bytes } } : {},
      ...(as && { as }),
    })

  test('keeps the picture as one’s avatar and gives up the one before', async () => {
    const first = await upload(picture)
    expect(first.status).toBe(200)
    expect(first.data.avatar).toMatch(/^\/media\/avatars\/[0-9a-f-]{36}\.webp$/)
    const second = await upload(picture)
    expect(await seen()).toMatchObject({ avatar: second.data.avatar })
    await expect.poll(() => isServed(first.data.avatar)).toBe(false)
    expect(await isServed(second.data.avatar)).toBe(true)
    const row = await app.db
      .selectFrom('media')
      .selectAll()
      .where('path', '=', second.data.avatar)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ member_id: member.id, claimed: true, kind: 'avatar' })
  })

  test('refuses what is no picture, too large, missing, another’s or a guest’s, and keeps nothing', async () => {
    const before = await files()
    const refusals = [
      [await upload(Buffer.from('<svg/>')), 415, 'upload.not_an_image'],
      [await upload(Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)])), 413, 'upload.too_large'],
      [await upload(null), 400, 'upload.missing'],
      [await upload(picture, other), 403, 'request.not_yours'],
      [await upload(picture, null), 401, 'auth.required'],
    ] as const
    for (const [answer, status, code] of refusals) {
      expect([answer.status, answer.error.code]).toEqual([status, code])
      expect(answer.error.error).not.toBe('')
    }
    expect(await files()).toEqual(before)
    expect(await avatarOf(member)).toEqual({ avatar: null })
  })
})

test('uploads at once leave one avatar and one file of it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      app.call(uploadAvatar, {
        params: { userId: member.id },
        files: { avatar: { bytes: picture } },
        as: member,
      }),
    ),
  )
  const { avatar } = await avatarOf(member)
  expect(answers.map((answer) => answer.data.avatar)).toContain(avatar)
  const left = () => app.db.selectFrom('media').select('path').where('member_id', '=', member.id).execute()
  await expect.poll(left).toEqual([{ path: avatar }])
  for (const { data } of answers.filter((answer) => answer.data.avatar !== avatar))
    await expect.poll(() => isServed(data.avatar)).toBe(false)
})

test('a picture of a sign-up may be taken by who signed up', async () => {
  const { data } = await app.call(uploadSignupAvatar, { files: { avatar: { bytes: picture } } })
  expect((await change({ avatar: data.secure_url })).data.user.avatar).toBe(data.secure_url)
  expect((await change({ avatar: data.secure_url }, other)).status).toBe(400)
})

test('limits hold by member', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
  onTestFinished(() => limited.close())
  const [one, two] = [await buildMember(limited), await buildMember(limited)]
  const send = (as: TestMember) =>
    limited.call(uploadAvatar, {
      params: { userId: as.id },
      files: { avatar: { bytes: Buffer.from('no picture') } },
      as,
    })
  const answers = await Promise.all(Array.from({ length: 65 }, () => send(one)))
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5)
  expect((await send(two)).status).toBe(415)
  const bios = await Promise.all(
    Array.from({ length: 245 }, () =>
      limited.call(updateMember, { params: { userId: two.id }, body: { bio: 'b' }, as: two }),
    ),
  )
  expect(bios.filter((answer) => answer.status === 429)).toHaveLength(5)
})
