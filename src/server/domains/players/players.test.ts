import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#shared/api/logs.ts'
import {
  createPlayer,
  deletePlayer,
  dismissPlay,
  listPlayers,
  listPlays,
  logPlay,
  testPlayer,
  updatePlayer,
  type PlayerKind,
} from '#shared/api/players.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startTestApp({ jobs: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await buildMember(app)
})

const parasite = { title: 'Parasite', year: 2019, ids: { imdb: 'tt6751668', tmdb: 496243 } }
const ago = (hours: number) => Math.floor(Date.now() / 1000 - hours * 3600)

const plexOf = (metadata: object = {}, rest: object = {}) => ({
  event: 'media.scrobble',
  Account: { title: 'layla' },
  Metadata: {
    type: 'movie',
    title: parasite.title,
    year: parasite.year,
    ratingKey: '42',
    duration: 7_920_000,
    Guid: [{ id: 'tmdb://496243' }],
    lastViewedAt: ago(1),
    ...metadata,
  },
  ...rest,
})

async function make(kind: PlayerKind = 'plex', more: object = {}, as = member) {
  const { status, data } = await app.call(createPlayer, { as, body: { kind, ...more } })
  expect(status).toBe(200)
  return { ...data, path: new URL(data.address).pathname }
}

const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { method: 'POST', body, headers })
const tell = (path: string, body: unknown) =>
  post(path, JSON.stringify(body), { 'content-type': 'application/json' })

const waiting = async (as = member) => (await app.call(listPlays, { as })).data
const calls = async (as = member) =>
  ((await app.call(listPlayers, { as })).data.players[0]?.calls ?? []).map(({ outcome }) => outcome)
async function settled(count: number) {
  await expect.poll(async () => (await calls()).length).toBe(count)
}

describe('a player', () => {
  test('tells of a film that waits for its stars, on the day of the member', async () => {
    const { path } = await make('plex', { timeZone: 'Pacific/Kiritimati' })
    const at = Math.floor(Date.parse('2026-11-20T12:30:00Z') / 1000)
    expect((await tell(path, plexOf({ lastViewedAt: at }))).status).toBe(202)
    await settled(1)
    const [play] = await waiting()
    // 02:30 on the next day there.
    expect(play).toMatchObject({ kind: 'plex', film: { id: 496243 }, day: '2026-11-21' })
    const { status, data } = await app.call(logPlay, {
      as: member,
      params: { playId: play?.id ?? '' },
      body: { rating: 4.5 },
    })
    expect(status).toBe(200)
    const { rows } = await app.ctx.pool.query(
      'select rating, watched_at::text as day from logs where id = $1',
      [data.logId],
    )
    expect(rows).toEqual([{ rating: 9, day: '2026-11-21' }])
    expect(await waiting()).toEqual([])
    // A retry logs nothing twice.
    const again = await app.call(logPlay, {
      as: member,
      params: { playId: play?.id ?? '' },
      body: { rating: 4.5 },
    })
    expect(again.data).toEqual(data)
  })

  test('in a form beside a picture, as Plex does, and in a form’s field', async () => {
    const { path } = await make()
    const form = new FormData()
    form.set('thumb', new Blob([Buffer.alloc(400_000)], { type: 'image/jpeg' }), 'thumb.jpg')
    form.set('payload', JSON.stringify(plexOf()))
    expect((await post(path, form)).status).toBe(202)
    await settled(1)
    expect(await waiting()).toHaveLength(1)
    const encoded = `payload=${encodeURIComponent(JSON.stringify(plexOf()))}`
    await post(path, encoded, { 'content-type': 'application/x-www-form-urlencoded' })
    await settled(2)
    expect(await calls()).toEqual(['repeated', 'waiting'])
  })

  test('is never heard twice: not at once, not by another player, not of what was logged or dismissed', async () => {
    const { path } = await make()
    await Promise.all(Array.from({ length: 6 }, () => tell(path, plexOf())))
    await settled(6)
    expect((await calls()).toSorted()).toEqual([...Array.from({ length: 5 }, () => 'repeated'), 'waiting'])
    const emby = await make('emby')
    await tell(emby.path, {
      Event: 'playback.stop',
      Item: { Type: 'Movie', Name: 'Parasite', Id: '9', ProviderIds: { Tmdb: '496243' } },
      PlaybackInfo: { PlayedToCompletion: true },
      Date: new Date(ago(1) * 1000 + 60_000).toISOString(),
    })
    await expect
      .poll(async () =>
        (await app.call(listPlayers, { as: member })).data.players[1]?.calls.map(({ outcome }) => outcome),
      )
      .toEqual(['repeated'])
    const [play] = await waiting()
    await app.call(dismissPlay, { as: member, params: { playId: play?.id ?? '' } })
    await tell(path, plexOf())
    await settled(7)
    expect(await waiting()).toEqual([])
    expect(
      (await app.call(logPlay, { as: member, params: { playId: play?.id ?? '' }, body: {} })).error.code,
    ).toBe('play.not_found')
  })

  test('gives stars to what waits, which the member confirms, and makes nothing where nothing waits', async () => {
    const { path } = await make()
    const rate = (rating: number) => tell(path, plexOf({}, { event: 'media.rate', rating }))
    await rate(9)
    await settled(1)
    expect([await waiting(), await calls()]).toEqual([[], ['rated-nothing']])
    await tell(path, plexOf())
    await settled(2)
    expect(await waiting()).toMatchObject([{ rating: null }])
    await rate(8)
    await settled(3)
    await rate(7)
    await settled(4)
    expect(await waiting()).toMatchObject([{ film: { id: 496243 }, rating: 3.5 }])
    expect(await calls()).toEqual(['rated', 'rated', 'waiting', 'rated-nothing'])
    expect(await app.db.selectFrom('logs').where('member_id', '=', member.id).selectAll().execute()).toEqual(
      [],
    )
  })

  test('makes nothing of a film that the member logged for that day', async () => {
    const { path } = await make()
    const day = new Date(ago(1) * 1000).toISOString().slice(0, 10)
    await app.call(createLog, { as: member, body: { movieId: 496243, watchedAt: day } })
    await tell(path, plexOf())
    await settled(1)
    expect(await calls()).toEqual(['logged-already'])
  })

  test('tells late what was watched days ago, and again after weeks', async () => {
    const { path } = await make()
    await tell(path, plexOf({ lastViewedAt: ago(24 * 3) }))
    await tell(path, plexOf({ lastViewedAt: ago(24 * 30) }))
    await settled(2)
    expect((await waiting()).map(({ day }) => day)).toEqual(
      [3, 30].map((days) => new Date(ago(24 * days) * 1000).toISOString().slice(0, 10)),
    )
  })

  test('without a number names a film that the member makes certain', async () => {
    const { path } = await make()
    await tell(path, plexOf({ Guid: undefined, title: 'A film that nobody made', year: 1931 }))
    await settled(1)
    const [play] = await waiting()
    expect(play).toMatchObject({ film: null, title: 'A film that nobody made', year: 1931 })
    const params = { playId: play?.id ?? '' }
    expect((await app.call(logPlay, { as: member, params, body: {} })).error.code).toBe('play.no_film')
    expect(
      (await app.call(logPlay, { as: member, params, body: { movieId: 496243, rating: 3 } })).status,
    ).toBe(200)
  })

  test('is heard for the users that the member names', async () => {
    const { path } = await make('plex', { userNames: [' Layla ', 'omar'] })
    await tell(path, plexOf({}, { Account: { title: 'guest' } }))
    await tell(path, plexOf())
    await settled(2)
    expect((await calls()).toSorted()).toEqual(['other-user', 'waiting'])
  })

  test('keeps its last twenty calls, and pauses after five that cannot be read', async () => {
    const { id, path } = await make()
    for (let at = 0; at < 23; at++) await tell(path, plexOf({}, { event: 'media.play' }))
    expect(await calls()).toHaveLength(20)
    for (let at = 0; at < 5; at++) expect((await tell(path, { hello: at })).status).toBe(202)
    await tell(path, plexOf())
    expect((await calls()).slice(0, 3)).toEqual(['paused', 'unreadable', 'unreadable'])
    const params = { playerId: id }
    expect((await app.call(listPlayers, { as: member })).data.players[0]?.pausedAt).not.toBeNull()
    const told = (await app.call(listNotifications, { as: member, query: {} })).data
    expect(told.map(({ type }) => type)).toEqual(['player-paused'])
    expect(
      (await app.call(updatePlayer, { as: member, params, body: { paused: false } })).data.pausedAt,
    ).toBeNull()
    await tell(path, plexOf())
    await expect.poll(() => waiting()).toHaveLength(1)
  })

  test('can be tried', async () => {
    const { id } = await make()
    const { data } = await app.call(testPlayer, { as: member, params: { playerId: id } })
    expect(data.calls).toMatchObject([{ outcome: 'test' }])
    expect(await waiting()).toEqual([])
  })
})

describe('an address', () => {
  test('that is wrong, of another kind, revoked, or of who is kept out is not found', async () => {
    const { id, path } = await make()
    const wrong = path.replace(/.{43}$/, 'A'.repeat(43))
    for (const one of [
      wrong,
      path.replace('/plex/', '/emby/'),
      '/api/hooks/plex/x',
      path.replace('plex', 'roku'),
    ])
      expect((await tell(one, plexOf())).status, one).toBe(404)
    const other = await buildMember(app)
    expect((await app.call(deletePlayer, { as: other, params: { playerId: id } })).error.code).toBe(
      'player.not_found',
    )
    await app.call(deletePlayer, { as: member, params: { playerId: id } })
    expect((await tell(path, plexOf())).status).toBe(404)
    const kept = await make()
    await suspendAccount(app.ctx, { shellUser: 'tests' }, member.username)
    expect((await tell(kept.path, plexOf())).status).toBe(404)
  })

  test('is told once, and kept as a hash', async () => {
    const { address } = await make()
    const secret = address.split('/').at(-1) ?? ''
    const listed = await app.call(listPlayers, { as: member })
    expect(JSON.stringify(listed.data)).not.toContain(secret)
    const { rows } = await app.ctx.pool.query('select * from players')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('refuses what is huge, and takes what is foreign without a fault', async () => {
    const { path } = await make()
    expect((await tell(path, { ...plexOf(), filler: 'x'.repeat(300_000) })).status).toBe(413)
    for (const [body, type] of [
      ['<xml/>', 'text/xml'],
      ['', 'application/json'],
      ['[]', 'application/json'],
      ['{"event":', 'application/json'],
    ] as const)
      expect((await post(path, body, { 'content-type': type })).status).toBe(202)
    expect(new Set(await calls())).toEqual(new Set(['unreadable']))
  })

  test('that says of a film that it has no end waits all the same', async () => {
    const { path } = await make()
    expect((await tell(path, plexOf({ duration: 1e308 }))).status).toBe(202)
    await expect.poll(async () => (await waiting()).map(({ title }) => title)).toEqual([parasite.title])
  })

  test('brings the time zone of its member alone, and one that is none is refused', async () => {
    const zones = async () => {
      const found = app.db
        .selectFrom('members')
        .select(['id', 'time_zone'])
        .where('id', 'in', [member.id, other.id])
      return new Map((await found.execute()).map(({ id, time_zone }) => [id, time_zone]))
    }
    const other = await buildMember(app)
    await make('plex', { timeZone: 'Pacific/Kiritimati' })
    await make('plex', { timeZone: 'Asia/Damascus' }, other)
    expect(await zones()).toEqual(
      new Map([
        [member.id, 'Pacific/Kiritimati'],
        [other.id, 'Asia/Damascus'],
      ]),
    )
    const made = await app.call(createPlayer, {
      as: member,
      body: { kind: 'kodi', timeZone: 'Mars/Olympus' },
    })
    expect(made.error.code).toBe('player.time_zone')
  })
})

test('what a database refuses in a text, a form that is too large, and plays of nobody in particular', async () => {
  const { path } = await make('kodi', { userNames: ['layla'] })
  const film = { event: 'end', mediaType: 'movie', year: 2019, uniqueIds: { tmdb: 496243 } }
  expect((await tell(path, { ...film, title: 'Para\u0000site \uD800' })).status).toBe(202)
  await settled(1)
  expect(await waiting()).toHaveLength(1)
  const form = new FormData()
  form.set('payload', JSON.stringify({ ...film, pad: 'x'.repeat(256 * 1024) }))
  expect((await post(path, form)).status).toBe(413)
})

test('a player that speaks Trakt’s scrobble call is answered as Trakt does', async () => {
  const { path } = await make('trakt')
  const scrobble = async (action: string, progress: number) => {
    const response = await tell(`${path}/scrobble/${action}`, { movie: parasite, progress })
    return { status: response.status, data: (await response.json()) as Record<string, unknown> }
  }
  expect(await scrobble('start', 1)).toMatchObject({ status: 201, data: { action: 'start' } })
  expect(await scrobble('stop', 0.5)).toMatchObject({ status: 422 })
  expect(await scrobble('stop', 40)).toMatchObject({ status: 201, data: { action: 'pause', progress: 40 } })
  expect(await scrobble('stop', 85)).toMatchObject({ status: 201, data: { action: 'scrobble' } })
  const { status, data } = await scrobble('stop', 99)
  expect(status).toBe(409)
  expect(Date.parse(String(data['expires_at'])) - Date.parse(String(data['watched_at']))).toBe(3_600_000)
  expect(await waiting()).toHaveLength(1)
})
