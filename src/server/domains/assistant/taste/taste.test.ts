import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { askSceneBot } from '#shared/api/assistant.ts'
import { deleteMember } from '#shared/api/members.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { countTastes } from './taste.service.ts'

let app: TestApp
let me: TestMember
let near: TestMember[]
let far: TestMember[]
let both: { id: number; title: string }
let one: { id: number }

const shared: { id: number }[] = []
beforeAll(async () => {
  app = await startTestApp()
  me = await buildMember(app)
  near = [await buildMember(app), await buildMember(app), await buildMember(app)]
  far = [await buildMember(app), await buildMember(app)]
  for (let at = 0; at < 12; at++) shared.push(await buildFilm(app))
  const { genre_ids } = await requireFilm(app.ctx, 27_205)
  both = await buildFilm(app, { genreIds: genre_ids, runtime: 200 })
  one = await buildFilm(app)
  const stars = (at: number) => (at % 2 === 0 ? 5 : 1)
  for (const [at, film] of shared.entries()) {
    await buildLog(app, { author: me, film, rating: stars(at) })
    for (const author of near) await buildLog(app, { author, film, rating: stars(at) })
    for (const author of far) await buildLog(app, { author, film, rating: stars(at + 1) })
  }
  for (const [at, author] of near.slice(0, 2).entries())
    await buildLog(app, { author, film: both, rating: 5 - at })
  await buildLog(app, { author: near[0] as TestMember, film: one, rating: 5 })
  await sql`update diaries set films_count = 13, logs_version = logs_version + 1`.execute(app.db)
  await countTastes(app.ctx)
})
afterAll(() => app.close())

const ask = async (message: string, history: object[] = []) =>
  (await app.call(askSceneBot, { as: me, body: { message, history: history as never } })).data
const byTaste = async () => (await ask('What do people with taste like mine love?')).films.map(({ id }) => id)
const kept = async (member: TestMember) =>
  (await app.db.selectFrom('taste').select('other_id').where('member_id', '=', member.id).execute()).map(
    (row) => row.other_id,
  )

test('those who gave the same films like stars are found, and nobody who gave others', async () => {
  expect(new Set(await kept(me))).toEqual(new Set(near.map(({ id }) => id)))
  const [other] = far
  expect(await kept(other as TestMember)).toEqual([far[1]?.id])
})

test('what several of them liked is recommended; nobody is named', async () => {
  const { reply, films } = await ask('What do people with taste like mine love?')
  expect(films.map(({ id }) => id)).toEqual([both.id])
  expect(reply).toContain('Members with taste like yours liked these')
  for (const { username } of near) expect(reply).not.toContain(username)
})

test.each([
  [
    'a log that is for followers',
    (id: string) =>
      sql`update logs set audience = 'followers' where member_id = ${id} and film_id = ${both.id}`,
    (id: string) =>
      sql`update logs set audience = 'members' where member_id = ${id} and film_id = ${both.id}`,
  ],
  [
    'a log that moderators hid',
    (id: string) => sql`update logs set hidden_at = now() where member_id = ${id} and film_id = ${both.id}`,
    (id: string) => sql`update logs set hidden_at = null where member_id = ${id} and film_id = ${both.id}`,
  ],
  [
    'who blocks',
    (id: string) => sql`insert into blocks (member_id, blocked_id) values (${id}, ${me.id})`,
    (id: string) => sql`delete from blocks where member_id = ${id}`,
  ],
  [
    'who is muted',
    (id: string) =>
      sql`insert into mutes (member_id, muted_id, notifications, created_at) values (${me.id}, ${id}, false, now())`,
    (id: string) => sql`delete from mutes where muted_id = ${id}`,
  ],
  [
    'who is suggested to nobody',
    (id: string) => sql`update members set discoverable = false where id = ${id}`,
    (id: string) => sql`update members set discoverable = true where id = ${id}`,
  ],
] as const)('%s does not count, from that moment', async (_, hide, show) => {
  const id = near[1]?.id ?? ''
  await hide(id).execute(app.db)
  expect(await byTaste()).toEqual([])
  await show(id).execute(app.db)
  expect(await byTaste()).toEqual([both.id])
})

describe('an open question', () => {
  const told = 'members whose taste is like yours gave it four and a half stars'

  test.each([
    ['Recommend a film', told],
    ['What should I watch tonight?', told],
    ['Films like Inception', told],
    ['رشّح لي فيلمًا', 'منحه أعضاء ذوقهم قريب من ذوقك أربع نجوم ونصفًا'],
    ['Recommande-moi un film', 'quatre étoiles et demie de la part de membres aux goûts proches des vôtres'],
  ])('%s: some of the films are by taste, and it is said so', async (question, says) => {
    const { reply, films } = await ask(question)
    const line = reply.split('\n').find((text) => text.includes(says))
    expect(line).toContain(both.title)
    expect(films.map(({ id }) => id)).toContain(both.id)
    // The others are not.
    expect(films.length).toBeGreaterThan(3)
    expect(reply.split(says).length).toBe(2)
    for (const { username } of near) expect(reply).not.toContain(username)
  })

  test.each(['Recommend a western', 'Films like Inception but shorter', 'The best films'])(
    '%s: not where the film does not fit',
    async (question) => {
      const { reply, films } = await ask(question)
      expect(films.length).toBeGreaterThan(0)
      expect(films.map(({ id }) => id)).not.toContain(both.id)
      expect(reply).not.toContain('taste')
    },
  )

  test('of what was private from then on nothing is told', async () => {
    const change = (audience: string) =>
      sql`update logs set audience = ${audience}::seen_by where member_id = ${near[1]?.id} and film_id = ${both.id}`
    await change('followers').execute(app.db)
    for (const question of ['Recommend a film', 'Films like Inception'])
      expect((await ask(question)).films.map(({ id }) => id)).not.toContain(both.id)
    await change('members').execute(app.db)
  })

  test('who has nobody of like taste is recommended films all the same', async () => {
    const newcomer = await buildMember(app)
    const { data } = await app.call(askSceneBot, { as: newcomer, body: { message: 'Recommend a film' } })
    expect(data.films.length).toBe(6)
    expect(data.reply).not.toContain('taste')
  })
})

test('what a crash interrupts goes on where it was, and what was compared is kept', async () => {
  await sql`delete from taste`.execute(app.db)
  await sql`delete from taste_runs`.execute(app.db)
  let turns = 0
  const { transact } = app.ctx
  const failing = {
    ...app.ctx,
    transact: ((work) => {
      if (++turns > 2) throw new Error('the power is gone')
      return transact(work)
    }) as typeof transact,
  }
  const compared = async () =>
    (await app.db.selectFrom('taste_runs').select(['member_id', 'compared_at']).execute()).toSorted((a, b) =>
      a.member_id < b.member_id ? -1 : 1,
    )
  await expect(countTastes(failing)).rejects.toThrow('the power is gone')
  const first = await compared()
  expect(first.length).toBe(2)
  await countTastes(app.ctx)
  const all = await compared()
  expect(all.length).toBe(6)
  expect(all).toEqual(expect.arrayContaining(first))
  expect(new Set(await kept(me))).toEqual(new Set(near.map(({ id }) => id)))
})

test('only who changed is compared anew', async () => {
  const runs = () =>
    app.db.selectFrom('taste_runs').select(['member_id', 'compared_at']).orderBy('member_id').execute()
  const before = await runs()
  await countTastes(app.ctx)
  expect(await runs()).toEqual(before)
  await sql`update diaries set logs_version = logs_version + 1 where member_id = ${me.id}`.execute(app.db)
  await countTastes(app.ctx)
  const changed = (await runs()).filter(
    (row, at) => row.compared_at.getTime() !== before[at]?.compared_at.getTime(),
  )
  expect(changed.map((row) => row.member_id)).toEqual([me.id])
})

test('what was refused is recommended no more, until it is logged or taken back', async () => {
  const first = await ask('What do people with taste like mine love?')
  const history = [
    { sender: 'user', text: 'What do people with taste like mine love?' },
    { sender: 'bot', text: first.reply, films: first.films.map(({ id }) => id) },
  ]
  const { reply, films } = await ask('not that one', history)
  expect(reply).toMatch(/^I will not recommend/)
  expect(films).toEqual([])
  expect(await byTaste()).toEqual([])
  expect((await ask('forget what I refused')).reply).toBe('Forgotten: 1 film may be recommended again.')
  expect(await byTaste()).toEqual([both.id])
})

test('whose logs are private is compared with nobody for others, and is recommended films all the same', async () => {
  const quiet = await buildMember(app)
  for (const [at, film] of shared.entries())
    await buildLog(app, { author: quiet, film, rating: at % 2 === 0 ? 5 : 1 })
  await sql`update logs set audience = 'me' where member_id = ${quiet.id}`.execute(app.db)
  await sql`update diaries set films_count = 0, logs_version = logs_version + 1`.execute(app.db)
  await countTastes(app.ctx)
  expect(new Set(await kept(quiet))).toEqual(new Set([me, ...near].map(({ id }) => id)))
  expect(await kept(me)).not.toContain(quiet.id)
  // Beside some that all may see those of few do not count, whatever the stars stand in.
  const open = shared.slice(0, 3).map(({ id }) => id)
  await sql`update logs set audience = 'members' where member_id = ${quiet.id} and film_id = any(${open}::integer[])`.execute(
    app.db,
  )
  await sql`
    insert into film_ratings (member_id, film_id, rating, set_at)
    select member_id, film_id, rating, now() from logs where member_id = ${quiet.id} and audience = 'me'`.execute(
    app.db,
  )
  await sql`update diaries set logs_version = logs_version + 1`.execute(app.db)
  await countTastes(app.ctx)
  expect(await kept(me)).not.toContain(quiet.id)
  await sql`update logs set audience = 'members' where member_id = ${quiet.id}`.execute(app.db)
  await sql`update diaries set logs_version = logs_version + 1`.execute(app.db)
  await countTastes(app.ctx)
  expect(await kept(me)).toContain(quiet.id)
})

test('it goes with the account, on both sides', async () => {
  const gone = near[2] as TestMember
  await app.call(deleteMember, { as: gone, params: { userId: gone.id } })
  const rows = await sql`select from taste where ${gone.id} in (member_id, other_id)`.execute(app.db)
  expect(rows.rows).toEqual([])
})
