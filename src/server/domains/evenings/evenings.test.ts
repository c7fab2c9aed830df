import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createEvening,
  endEvening,
  getEvening,
  inviteToEvening,
  joinEvening,
  leaveEvening,
  listEvenings,
  markEveningWatched,
  repeatEvening,
  startEvening,
  voteEvening,
  type Evening,
  type Vote,
} from '#shared/api/evenings.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { blockMember } from '#shared/api/safety.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { deleteOver } from './evenings.queries.ts'

let app: TestApp
let now: Date
let host: TestMember
let friend: TestMember
let films: { id: number }[]

beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  host = await buildMember(app)
  friend = await buildMember(app)
  films = []
  for (let index = 0; index < 4; index++)
    films.push(await buildFilm(app, { title: `Salt ${index}`, runtime: 100 + index }))
  await want(host, ...films.slice(0, 3))
  await want(friend, ...films.slice(1))
})

async function want(member: TestMember, ...wanted: { id: number }[]) {
  const rows = wanted.map((film) => ({ member_id: member.id, film_id: film.id }))
  await app.db.insertInto('watchlist_items').values(rows).execute()
}

type Who = { as?: TestMember; headers?: Record<string, string> }
const by = (member: TestMember): Who => ({ as: member })
const begin = async (body = {}) => (await app.call(createEvening, { as: host, body })).data
const join = (who: Who, code: string, body = {}) => app.call(joinEvening, { ...who, params: { code }, body })
const door = async (who: Who, code: string) => app.call(getEvening, { ...who, params: { code } })
async function look(who: Who, code: string): Promise<Evening> {
  const { evening } = (await door(who, code)).data
  if (!evening) throw new Error('has not joined')
  return evening
}
const start = (who: Who, code: string) => app.call(startEvening, { ...who, params: { code } })
const vote = (who: Who, code: string, film: { id: number }, given: Vote, veto = false) =>
  app.call(voteEvening, { ...who, params: { code, movieId: film.id }, body: { vote: given, veto } })
const ids = (list: { id: number }[]) => list.map(({ id }) => id).toSorted((a, b) => a - b)

/** A guest, as a browser that keeps its cookie. */
async function guest(code: string, name = 'Nadia', before: Who = {}): Promise<Who> {
  const { status, headers } = await join(before, code, { name })
  expect(status).toBe(200)
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    /^scene_evening=[\w-]{43}; Path=\/api\/evenings; Max-Age=86400; HttpOnly; SameSite=Strict/,
  )
  return { headers: { cookie: cookie.split(';')[0] ?? '' } }
}

async function started(body = {}): Promise<Evening> {
  const { code } = await begin(body)
  await join(by(friend), code)
  const { data } = await start(by(host), code)
  return data
}

/** Answers all cards. */
async function answer(who: Who, evening: Evening, given: (id: number) => Vote) {
  for (const card of evening.cards)
    expect((await vote(who, evening.code, card, given(card.id))).status).toBe(200)
}

test('a mutual follower is asked once, and told nothing more when the evening is gone', async () => {
  await follow(app, host, friend)
  await follow(app, friend, host)
  const { code } = await begin()
  const ask = (as: TestMember, member: TestMember) =>
    app.call(inviteToEvening, { as, params: { code, memberId: member.id } })
  const told = async (as: TestMember) =>
    (await app.call(listNotifications, { as })).data.map(({ type, relatedId, from }) => [
      type,
      relatedId,
      from._id,
    ])
  expect([(await ask(host, friend)).status, (await ask(host, friend)).status]).toEqual([200, 200])
  await app.ctx.settled()
  expect(await told(friend)).toEqual([['evening-invite', code, host.id]])
  const stranger = await buildMember(app)
  expect((await ask(host, stranger)).error.code).toBe('evening.not_mutual')
  expect((await ask(stranger, friend)).error.code).toBe('evening.not_joined')
  await join(by(friend), code)
  expect((await ask(friend, host)).error.code).toBe('evening.not_host')
  await start(by(host), code)
  expect((await ask(host, friend)).error.code).toBe('evening.begun')
  now = new Date(now.getTime() + 25 * 3_600_000)
  await deleteOver(app.db, now)
  const kept = app.db.selectFrom('notifications').selectAll().where('member_id', '=', friend.id)
  expect(await kept.execute()).toEqual([])
})

test('two members choose: nobody sees votes before the end, and the result is for all', async () => {
  const evening = await started()
  expect(evening.code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
  expect(ids(evening.cards)).toEqual(ids(films))
  // Those on two watchlists first.
  expect(evening.cards.map(({ wanted }) => wanted)).toEqual([2, 2, 1, 1])
  await answer(by(host), evening, (id) => (id === films[0]?.id ? 'no' : 'yes'))
  const seen = await look(by(friend), evening.code)
  expect(seen).toMatchObject({ state: 'voting', result: null })
  expect(seen.cards.every(({ vote: own }) => own === null)).toBe(true)
  expect(seen.people.map(({ isReady }) => isReady)).toEqual([true, false])
  await answer(by(friend), evening, (id) => (id === films[1]?.id ? 'yes' : 'fine'))
  const done = await look(by(host), evening.code)
  expect(done.state).toBe('done')
  expect(done.result?.isSecondBest).toBe(false)
  expect(done.result?.films[0]).toMatchObject({ id: films[1]?.id, yes: 2, fine: 0, no: 0 })
  expect(ids(done.result?.films ?? [])).toEqual(ids(films.slice(1)))
  expect(await look(by(friend), evening.code)).toMatchObject({ result: done.result })
})

test('nobody learns who vetoed, and there is one veto for each', async () => {
  const evening = await started()
  const [first, second] = evening.cards
  if (!first || !second) throw new Error('there are no cards')
  expect((await vote(by(friend), evening.code, first, 'yes', true)).data.cards[0]).toMatchObject({
    vote: 'no',
    isVeto: true,
  })
  expect((await vote(by(friend), evening.code, second, 'no', true)).error.code).toBe('evening.veto_used')
  expect((await vote(by(friend), evening.code, first, 'fine')).status).toBe(200)
  expect((await vote(by(friend), evening.code, second, 'no', true)).status).toBe(200)
  await app.call(endEvening, { as: host, params: { code: evening.code } })
  const text = JSON.stringify(await look(by(host), evening.code))
  expect(text.toLowerCase()).not.toContain('veto')
})

test('guests join by the code with a name, and are known by a cookie alone', async () => {
  const { code } = await begin()
  const nadia = await guest(code)
  expect((await look(nadia, code)).people).toMatchObject([
    { member: { _id: host.id }, isHost: true },
    { member: null, name: 'Nadia', isMe: true },
  ])
  expect((await door({}, code)).data).toEqual({ evening: null })
  const forged = { headers: { cookie: `scene_evening=${'A'.repeat(43)}` } }
  expect((await door(forged, code)).data).toEqual({ evening: null })
  expect((await join({}, code)).error.code).toBe('evening.name')
  const { data } = await start(by(host), code)
  await answer(nadia, data, () => 'yes')
  await answer(by(host), data, () => 'fine')
  expect((await look(nadia, code)).result?.films).toHaveLength(3)
  // Again, in another tab: the same person.
  expect((await join(nadia, code, { name: 'Other' })).data.people).toHaveLength(2)
})

test('a guest who joins a second evening is still known on the first', async () => {
  const { code } = await begin()
  const nadia = await guest(code)
  const { code: second } = await begin()
  const later = await guest(second, 'Nadia', nadia)
  for (const joined of [code, second])
    expect((await look(later, joined)).people[1]).toMatchObject({ name: 'Nadia', isMe: true })
})

describe('films', () => {
  test('that somebody has seen are left out, unless wanted; so are long ones', async () => {
    const [first, second] = films
    if (!first || !second) throw new Error('there are no films')
    await buildLog(app, { author: friend, film: first, review: 'Seen.' })
    expect(ids((await started()).cards)).toEqual(ids(films.slice(1)))
    expect(ids((await started({ hideSeen: false })).cards)).toEqual(ids(films))
    expect(ids((await started({ hideSeen: false, maxMinutes: 102 })).cards)).toEqual(ids(films.slice(0, 3)))
  })

  test('that somebody has seen whom the host does not know of stay', async () => {
    const list = await buildList(app, { author: host, title: 'Noir', films })
    const [first, second] = films
    if (!first || !second) throw new Error('there are no films')
    await buildLog(app, { author: friend, film: first, audience: 'me' })
    await buildLog(app, { author: host, film: second, audience: 'me' })
    expect(ids((await started({ listId: list.id })).cards)).toEqual(
      ids(films.filter((film) => film !== second)),
    )
  })

  test('may be those of a list; too few, or nobody there, begin nothing', async () => {
    const list = await buildList(app, { author: host, title: 'Noir', films: films.slice(0, 3) })
    expect(ids((await started({ listId: list.id })).cards)).toEqual(ids(films.slice(0, 3)))
    const { code } = await begin()
    expect((await start(by(host), code)).error.code).toBe('evening.alone')
    await app.db.deleteFrom('watchlist_items').where('member_id', 'in', [host.id, friend.id]).execute()
    await join(by(friend), code)
    expect((await start(by(host), code)).error.code).toBe('evening.empty')
  })

  test('of a private list of another are nobody’s, and its title neither', async () => {
    const list = await buildList(app, { author: friend, title: 'Secret', films, audience: 'me' })
    expect((await app.call(createEvening, { as: host, body: { listId: list.id } })).error.code).toBe(
      'list.not_found',
    )
    const own = await buildList(app, { author: host, title: 'Secret', films, audience: 'me' })
    const { code } = await begin({ listId: own.id })
    await join(by(friend), code)
    expect(JSON.stringify(await look(by(friend), code))).not.toContain('Secret')
  })
})

describe('who may what', () => {
  test('only the host starts, ends, repeats and says what was watched', async () => {
    const evening = await started()
    const { code } = evening
    const params = { code }
    for (const endpoint of [endEvening, repeatEvening])
      expect((await app.call(endpoint, { as: friend, params })).error.code).toBe('evening.not_host')
    await app.call(endEvening, { as: host, params })
    const body = { movieId: films[1]?.id ?? 0 }
    expect((await app.call(markEveningWatched, { as: friend, params, body })).error.code).toBe(
      'evening.not_host',
    )
    expect((await app.call(markEveningWatched, { as: host, params, body })).data.watched?.id).toBe(
      body.movieId,
    )
    const again = await app.call(repeatEvening, { as: host, params })
    expect(again.data).toMatchObject({ state: 'lobby', watched: null, result: null })
    expect((await start(by(host), code)).data.cards.every((card) => card.vote === null)).toBe(true)
  })

  test('strangers find nothing, nor do those whom a block keeps apart', async () => {
    const { code } = await begin()
    const stranger = await buildMember(app)
    expect((await door(by(stranger), code)).data).toEqual({ evening: null })
    expect((await start(by(stranger), code)).error.code).toBe('evening.not_joined')
    await app.call(blockMember, { as: host, params: { userId: host.id, targetId: stranger.id } })
    for (const ask of [door(by(stranger), code), join(by(stranger), code)])
      expect((await ask).error.code).toBe('evening.not_found')
  })

  test('a block takes out who came second, as though they had not come', async () => {
    const third = await buildMember(app)
    const block = (as: TestMember, other: TestMember) =>
      app.call(blockMember, { as, params: { userId: as.id, targetId: other.id } })
    const { code } = await begin()
    for (const one of [friend, third]) await join(by(one), code)
    const { data: evening } = await start(by(host), code)
    for (const one of [host, friend]) await answer(by(one), evening, () => 'yes')
    await block(friend, third)
    for (const ask of [door(by(third), code), join(by(third), code)])
      expect((await ask).error.code).toBe('evening.not_found')
    expect((await app.call(listEvenings, { as: third })).data).toEqual([])
    const { people, state } = await look(by(friend), code)
    expect([people.map(({ member }) => member?._id), state]).toEqual([[host.id, friend.id], 'done'])
    await app.call(leaveEvening, { as: host, params: { code } })
    await block(friend, host)
    expect(await look(by(friend), code)).toMatchObject({ isHost: true, people: [{ isMe: true }] })
  })

  test('nine are one too many, and nobody joins what has begun', async () => {
    const { code } = await begin()
    for (let index = 0; index < 7; index++) await guest(code, `Guest ${index}`)
    expect((await join(by(friend), code)).error.code).toBe('evening.full')
    const evening = await started()
    expect((await join({}, evening.code, { name: 'Late' })).error.code).toBe('evening.begun')
  })

  test('many at once join once each, and never too many', async () => {
    const { code } = await begin()
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => join(by(friend), code)),
      ...Array.from({ length: 8 }, (_, index) => join({}, code, { name: `Guest ${index}` })),
    ])
    expect(answers.filter(({ status }) => status !== 200).length).toBe(2)
    expect((await look(by(host), code)).people).toHaveLength(8)
  })
})

describe('leaving', () => {
  test('in the middle: half-answered votes do not count, whole ones do', async () => {
    const third = await buildMember(app)
    const { code } = await begin()
    await join(by(friend), code)
    await join(by(third), code)
    const { data: evening } = await start(by(host), code)
    const [first] = evening.cards
    if (!first) throw new Error('there are no cards')
    await vote(by(third), code, first, 'no')
    await app.call(leaveEvening, { as: third, params: { code } })
    await answer(by(friend), evening, () => 'yes')
    await app.call(leaveEvening, { as: friend, params: { code } })
    await answer(by(host), evening, () => 'fine')
    const { result, people } = await look(by(host), code)
    expect(result?.films).toHaveLength(3)
    expect(result?.films.every((film) => film.no === 0 && film.yes === 1 && film.fine === 1)).toBe(true)
    expect(people.map(({ hasLeft }) => hasLeft)).toEqual([false, true, true])
  })

  test('the last who had not answered ends it; the host’s place goes to the next member', async () => {
    const evening = await started()
    await answer(by(friend), evening, () => 'yes')
    await app.call(leaveEvening, { as: host, params: { code: evening.code } })
    const after = await look(by(friend), evening.code)
    expect(after).toMatchObject({ state: 'done', isHost: true })
    expect((await app.call(listEvenings, { as: host })).data).toEqual([])
    await app.call(leaveEvening, { as: friend, params: { code: evening.code } })
    expect((await app.call(getEvening, { as: friend, params: { code: evening.code } })).error.code).toBe(
      'evening.not_found',
    )
  })

  test('the host’s, before it begins or in the middle: the next member goes on, also past guests', async () => {
    const { code } = await begin()
    const nadia = await guest(code)
    await join(by(friend), code)
    await app.call(leaveEvening, { as: host, params: { code } })
    expect((await look(nadia, code)).people.map(({ isHost, hasLeft }) => [isHost, hasLeft])).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ])
    expect((await start(by(host), code)).error.code).toBe('evening.not_joined')
    const { data: evening } = await start(by(friend), code)
    await app.call(leaveEvening, { as: friend, params: { code } })
    // Of those who are left nobody has an account: it is over.
    expect((await door(nadia, code)).error.code).toBe('evening.not_found')
    expect(evening.cards).toHaveLength(3)
  })

  test('of the only one who is there ends it', async () => {
    const { code } = await begin()
    await app.call(leaveEvening, { as: host, params: { code } })
    expect((await join(by(friend), code)).error.code).toBe('evening.not_found')
  })

  test('and coming back in the middle: with the answers of before', async () => {
    const evening = await started()
    const [first] = evening.cards
    if (!first) throw new Error('there are no cards')
    await vote(by(friend), evening.code, first, 'yes')
    await app.call(leaveEvening, { as: friend, params: { code: evening.code } })
    expect((await door(by(friend), evening.code)).data).toEqual({ evening: null })
    expect((await vote(by(friend), evening.code, first, 'no')).error.code).toBe('evening.not_joined')
    await join(by(friend), evening.code)
    expect((await look(by(friend), evening.code)).cards[0]).toMatchObject({ id: first.id, vote: 'yes' })
  })

  test('of an account in the middle: the evening of its host is gone, that of others goes on', async () => {
    const evening = await started()
    const third = await buildMember(app)
    const own = (await app.call(createEvening, { as: third, body: {} })).data
    await join(by(host), own.code)
    await app.db.deleteFrom('members').where('id', '=', host.id).execute()
    expect((await door(by(friend), evening.code)).error.code).toBe('evening.not_found')
    expect((await look(by(third), own.code)).people).toHaveLength(1)
  })
})

test('a guest who closes the browser is waited for, and goes on by the same cookie', async () => {
  const { code } = await begin()
  const nadia = await guest(code)
  const { data: evening } = await start(by(host), code)
  const [first, ...others] = evening.cards
  if (!first) throw new Error('there are no cards')
  await vote(nadia, code, first, 'no')
  await answer(by(host), evening, () => 'yes')
  expect((await look(by(host), code)).state).toBe('voting')
  // Without the cookie nobody is Nadia, whatever name they give.
  expect((await join({}, code, { name: 'Nadia' })).error.code).toBe('evening.begun')
  expect((await look(nadia, code)).cards.map((card) => card.vote)).toEqual(['no', ...others.map(() => null)])
  for (const card of others) await vote(nadia, code, card, 'yes')
  expect((await look(by(host), code)).state).toBe('done')
})

test('members hear of every change by their sockets, and again after those were lost; others hear nothing', async () => {
  const { code, id } = await begin()
  const stranger = await buildMember(app)
  const heard = new Map<string, number>()
  const connect = async (member: TestMember) => {
    const socket = io(app.url, { auth: { token: member.token }, transports: ['websocket'] })
    onTestFinished(() => void socket.close())
    socket.on('evening', ({ eveningId }: { eveningId: string }) => {
      if (eveningId === id) heard.set(member.id, (heard.get(member.id) ?? 0) + 1)
    })
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    await socket.emitWithAck('join', member.id)
    return socket
  }
  const [, lost] = await Promise.all([host, friend, stranger].map(connect))
  await join(by(friend), code)
  await vi.waitFor(() => expect(heard.get(host.id)).toBe(1))
  await start(by(host), code)
  await vi.waitFor(() => expect(heard.get(friend.id)).toBe(1))
  lost?.close()
  await app.call(endEvening, { as: host, params: { code } })
  await connect(friend)
  await app.call(repeatEvening, { as: host, params: { code } })
  await vi.waitFor(() => expect(heard.get(friend.id)).toBe(2))
  expect(heard.has(stranger.id)).toBe(false)
})

test('a day later it is over, and then gone', async () => {
  const evening = await started()
  now = new Date(now.getTime() + 86_400_000)
  expect((await app.call(getEvening, { as: host, params: { code: evening.code } })).error.code).toBe(
    'evening.not_found',
  )
  await deleteOver(app.db, now)
  expect(await app.db.selectFrom('evenings').select('id').where('id', '=', evening.id).execute()).toEqual([])
})

test('whoever guesses codes has to wait, right ones too', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
  const codes: string[] = []
  for (let guess = 0; guess < 22; guess++) {
    const params = { code: `AAAA${String(guess).padStart(2, '0')}` }
    codes.push((await limited.call(getEvening, { params })).error.code)
  }
  await limited.close()
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'evening.not_found'))
  expect(codes.at(-1)).toBe('request.rate_limited')
})
