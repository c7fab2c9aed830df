import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getMember, listFollowers, listFollowing, listMembers } from '#shared/api/members.ts'
import { buildFilm, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { memberRefs, memberRows } from './members.views.ts'

let app: TestApp
let viewer: TestMember
beforeAll(async () => {
  app = await startTestApp()
  viewer = await buildMember(app, { username: 'the_viewer' })
})
afterAll(() => app.close())

const missing = '01900000-0000-7000-8000-000000000000'

describe('a profile', () => {
  test('of another shows what is public', async () => {
    const member = await buildMember(app, { username: 'Ada_L', name: 'Ada Lovelace' })
    const films = await Promise.all([buildFilm(app), buildFilm(app)])
    await app.db
      .updateTable('members')
      .set({
        bio: 'Numbers',
        avatar: '/media/avatars/a.webp',
        backdrop: '/media/backdrops/b.webp',
        favorite_film_ids: [films[1]?.id ?? 0, films[0]?.id ?? 0],
        socials: JSON.stringify({
          website: 'https://example.org',
          X: 'ada',
          other: 'x',
          // What older versions took.
          imdb: 'javascript:alert(1)',
          tmdb: 'a/b c',
        }),
      })
      .where('id', '=', member.id)
      .execute()
    await app.db
      .insertInto('recent_gifs')
      .values({ member_id: member.id, addresses: ['https://example.org/secret.gif'] })
      .execute()
    await follow(app, member, viewer)
    const { status, data } = await app.call(getMember, { params: { userId: member.id }, as: viewer })
    expect(status).toBe(200)
    expect(data).toEqual({
      _id: member.id,
      id: member.id,
      username: 'Ada_L',
      name: 'Ada Lovelace',
      avatar: '/media/avatars/a.webp',
      bio: 'Numbers',
      profileBackdrop: '/media/backdrops/b.webp',
      backdrop: '/media/backdrops/b.webp',
      followers: [],
      following: [viewer.id],
      followersCount: 0,
      followingCount: 1,
      filmsCount: 0,
      isFollowing: false,
      followsMe: true,
      favoriteFilms: [films[1], films[0]].map((film) => ({
        tmdbId: film?.id,
        id: film?.id,
        title: film?.title,
        titleLang: '',
        poster_path: `/poster${film?.id}-0.jpg`,
        poster: `/t/p/w500/poster${film?.id}-0.jpg`,
        posterOverride: null,
      })),
      socials: { website: 'https://example.org', X: 'ada' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('of one’s own also shows what nobody else sees', async () => {
    const member = await buildMember(app, { verified: false })
    const { data } = await app.call(getMember, { params: { userId: member.id }, as: member })
    expect(data).toMatchObject({ email: member.email, emailVerified: false, recentGifs: [] })
    const seen = await app.call(getMember, { params: { userId: member.id }, as: viewer })
    expect(JSON.stringify(seen.data)).not.toContain('@example.org')
    expect(Object.keys(seen.data)).not.toEqual(expect.arrayContaining(['email']))
    expect(Object.keys(seen.data)).not.toEqual(expect.arrayContaining(['recentGifs']))
  })

  test('needs a session, a member and an id', async () => {
    expect((await app.call(getMember, { params: { userId: viewer.id } })).status).toBe(401)
    const none = await app.call(getMember, { params: { userId: missing }, as: viewer })
    expect([none.status, none.error.error]).toEqual([404, 'User not found.'])
    expect((await app.call(getMember, { params: { userId: 'undefined' }, as: viewer })).status).toBe(400)
  })

  test('holds at most the newest 500 ids and costs the same however many follow', async () => {
    const [quiet, star] = [await buildMember(app), await buildMember(app)]
    const crowd = Array.from({ length: 520 }, (_, index) => ({ id: uuidv7(), name: `crowd_${index}` }))
    await app.db
      .insertInto('members')
      .values(crowd.map(({ id, name }) => ({ id, username: name, email: `${name}@example.org` })))
      .execute()
    const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000)
    await app.db
      .insertInto('follows')
      .values(
        crowd.map(({ id }, index) => ({ follower_id: id, followee_id: star.id, created_at: at(index) })),
      )
      .execute()
    await app.db.updateTable('members').set({ followers_count: 520 }).where('id', '=', star.id).execute()
    const profile = (userId: string) => app.call(getMember, { params: { userId }, as: viewer })
    const { data } = await profile(star.id)
    expect(data.followersCount).toBe(520)
    expect(data.followers).toEqual(
      crowd
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 500),
    )
    expect(await app.countStatements(() => profile(star.id))).toBe(
      await app.countStatements(() => profile(quiet.id)),
    )
    const page = (userId: string, limit: number) =>
      app.call(listFollowers, { params: { userId }, query: { limit }, as: viewer })
    expect(await app.countStatements(() => page(star.id, 100))).toBe(
      await app.countStatements(() => page(star.id, 1)),
    )
  })
})

describe('lists of followers', () => {
  test('page through everybody, newest first, without gaps or doubles', async () => {
    const star = await buildMember(app)
    const crowd = await Promise.all(Array.from({ length: 7 }, () => buildMember(app)))
    // One instant for all: the order then rests on the id alone, in microseconds that a Date cannot hold.
    for (const member of crowd) await follow(app, member, star)
    await app.db
      .updateTable('follows')
      .set({ created_at: '2026-03-01T10:00:00.123456Z' })
      .where('followee_id', '=', star.id)
      .execute()
    await follow(app, viewer, crowd[2] ?? star)
    await follow(app, crowd[3] ?? star, viewer)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 3, ...(cursor && { cursor }) }
      const { data, headers } = await app.call(listFollowers, {
        params: { userId: star.id },
        query,
        as: viewer,
      })
      expect(data.user).toEqual({ _id: star.id, username: star.username })
      seen.push(...data.followers.map((row) => row._id))
      for (const row of data.followers) {
        expect(row.isFollowing).toBe(row._id === crowd[2]?.id)
        expect(row.followsMe).toBe(row._id === crowd[3]?.id)
      }
      cursor = headers.get('x-next-cursor') ?? undefined
    } while (cursor)
    expect(seen).toEqual(
      crowd
        .map(({ id }) => id)
        .sort()
        .toReversed(),
    )
    const whole = await app.call(listFollowers, { params: { userId: star.id }, as: viewer })
    expect(whole.data.followers.map((row) => row._id)).toEqual(seen)
    expect(whole.headers.get('x-next-cursor')).toBeNull()
  })

  test('the other direction is whom a member follows', async () => {
    const [fan, one, two] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    await follow(app, fan, one)
    await follow(app, fan, two)
    const { data } = await app.call(listFollowing, { params: { userId: fan.id }, as: viewer })
    expect(data.following.map((row) => row._id)).toEqual([two.id, one.id])
    expect(data.following[0]).toEqual({
      _id: two.id,
      username: two.username,
      avatar: null,
      name: null,
      followersCount: 1,
      isFollowing: false,
      followsMe: false,
    })
  })

  test.each([listFollowers, listFollowing])('$path needs a session and a member', async (endpoint) => {
    expect((await app.call(endpoint, { params: { userId: viewer.id } })).status).toBe(401)
    expect((await app.call(endpoint, { params: { userId: missing }, as: viewer })).error.error).toBe(
      'User not found.',
    )
    for (const cursor of [
      'x',
      'W10',
      Buffer.from('["now","x"]').toString('base64url'),
      Buffer.from('["2026-02-31 10:00:00+00","01900000-0000-7000-8000-000000000000"]').toString('base64url'),
    ]) {
      const { status, error } = await app.call(endpoint, {
        params: { userId: viewer.id },
        query: { cursor },
        as: viewer,
      })
      expect([status, error.code]).toEqual([400, 'request.invalid'])
    }
  })
})

describe('all members', () => {
  const names = async (query?: string, limit?: number) => {
    const { status, data } = await app.call(listMembers, {
      query: { ...(query !== undefined && { query }), ...(limit && { limit }) },
      as: viewer,
    })
    expect(status).toBe(200)
    return data.map((row) => row.username)
  }

  test('without a query are the newest, at most 100, paged', async () => {
    await Promise.all(Array.from({ length: 101 }, () => buildMember(app)))
    const newest = await buildMember(app)
    await follow(app, newest, viewer)
    const first = await app.call(listMembers, { as: viewer })
    expect(first.data).toHaveLength(100)
    expect(first.data[0]).toMatchObject({ _id: newest.id, following: [viewer.id], followsMe: true })
    const cursor = first.headers.get('x-next-cursor') ?? ''
    const second = await app.call(listMembers, { query: { cursor }, as: viewer })
    expect(second.data.length).toBeGreaterThan(0)
    const ids = [...first.data, ...second.data].map((row) => row._id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await names('   ', 3)).toHaveLength(3)
  })

  test('the best match comes first: exact, prefix, word, within, then alike', async () => {
    await buildMember(app, { username: 'quokka_fan' })
    await buildMember(app, { username: 'zz_other', name: 'Little Quokka' })
    await buildMember(app, { username: 'Quokka' })
    await buildMember(app, { username: 'myquokkas' })
    await buildMember(app, { username: 'quoka' })
    const found = await names('quokka')
    expect(found.slice(0, 4)).toEqual(['Quokka', 'quokka_fan', 'zz_other', 'myquokkas'])
    expect(await names('@QUOKKA')).toEqual(found)
    expect(await names('quokka_')).toContain('quokka_fan')
    expect((await names('quokka_'))[0]).toBe('quokka_fan')
    expect(await names('quokkka')).toContain('Quokka')
  })

  test('names are found without their accents and in Arabic without its marks', async () => {
    await buildMember(app, { username: 'name_1', name: 'Amélie Poulaïn' })
    await buildMember(app, { username: 'name_2', name: 'أَحمد الشّافعى' })
    expect(await names('amelie')).toEqual(['name_1'])
    expect(await names('POULAIN')).toEqual(['name_1'])
    expect(await names('احمد')).toEqual(['name_2'])
    expect(await names('الشافعي')).toEqual(['name_2'])
  })

  test('wildcards and quotes are letters like others', async () => {
    for (const query of ['%', '_', '%%%', '\\', "'", '"; drop table members', '***', '@', 'a\\_'])
      expect(await names(query)).not.toContain('the_viewer')
    expect(await names('t_e')).toEqual([])
    expect(await names('the_v')).toEqual(['the_viewer'])
  })

  test('a query with a blocked word finds nobody', async () => {
    await buildMember(app, { username: 'hentai_1' })
    expect(await names('hentai_1')).toEqual([])
    expect(await names('hentai')).toEqual([])
  })

  test('a search pages by place and ends', async () => {
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => buildMember(app, { username: `wombat_${index}` })),
    )
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { query: 'wombat', limit: 2, ...(cursor && { cursor }) }
      const { data, headers } = await app.call(listMembers, { query, as: viewer })
      seen.push(...data.map((row) => row.username))
      cursor = headers.get('x-next-cursor') ?? undefined
    } while (cursor)
    expect(seen.sort()).toEqual([0, 1, 2, 3, 4].map((index) => `wombat_${index}`))
  })

  test('costs the same however many are found, shows no addresses and needs a session', async () => {
    const ask = (query: { query?: string; limit?: number }) => app.call(listMembers, { query, as: viewer })
    expect(await app.countStatements(() => ask({ limit: 100 }))).toBe(
      await app.countStatements(() => ask({ limit: 1 })),
    )
    expect(await app.countStatements(() => ask({ query: 'wombat' }))).toBe(
      await app.countStatements(() => ask({ query: 'wombat_3' })),
    )
    expect(JSON.stringify((await ask({ limit: 100 })).data)).not.toContain('@example.org')
    expect((await app.call(listMembers)).status).toBe(401)
    expect((await ask({ limit: 101 })).status).toBe(400)
    expect((await ask({ query: 'x'.repeat(101) })).status).toBe(400)
    expect((await ask({ query: 'a\0b' })).status).toBe(400)
  })
})

describe('views', () => {
  test('keep the order of the ids and leave out who is gone', async () => {
    const [a, b] = [await buildMember(app), await buildMember(app)]
    const rows = await memberRows(app.ctx, viewer, [b.id, missing, a.id])
    expect(rows.map((row) => row._id)).toEqual([b.id, a.id])
    const refs = await memberRefs(app.ctx, [a.id, missing, a.id])
    expect([...refs]).toEqual([[a.id, { _id: a.id, username: a.username, avatar: null }]])
    expect(await app.countStatements(() => memberRefs(app.ctx, []))).toBe(0)
  })
})
