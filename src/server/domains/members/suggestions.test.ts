import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getMember, listSuggestions, updateMember } from '#shared/api/members.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('members').execute())

const suggestions = async (member: TestMember, limit?: number) => {
  const query = limit === undefined ? {} : { limit }
  const { data } = await app.call(listSuggestions, { params: { userId: member.id }, query, as: member })
  return data
}
const names = async (member: TestMember, limit?: number) =>
  (await suggestions(member, limit)).map(({ username }) => username)

test('go by films in common, then by who watched last, then by who is new', async () => {
  const films = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
  const other = await buildFilm(app)
  const me = await buildMember(app, { username: 'myself' })
  await buildMember(app, { username: 'new' })
  const [two, three, idle, lately, kept] = [
    await buildMember(app, { username: 'two' }),
    await buildMember(app, { username: 'three' }),
    await buildMember(app, { username: 'idle' }),
    await buildMember(app, { username: 'lately' }),
    await buildMember(app, { username: 'kept' }),
  ]
  for (const film of films) {
    await buildLog(app, { author: me, film })
    await buildLog(app, { author: three, film })
    // Twice the same film is one in common.
    await buildLog(app, { author: three, film })
  }
  for (const film of films.slice(1)) await buildLog(app, { author: two, film })
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await buildLog(app, { author: idle, film: other, watchedAt: '2026-01-01', createdAt: at(50) })
  await buildLog(app, { author: lately, film: other, watchedAt: '2026-01-01', createdAt: at(2) })
  // Of what is not for all members nobody else learns that it was watched.
  const secret = { watchedAt: '2026-01-01', createdAt: at(1), audience: 'followers' } as const
  for (const film of [other, ...films]) await buildLog(app, { author: kept, film, ...secret })

  const answer = await suggestions(me)
  expect(answer.map(({ username, filmsInCommon }) => [username, filmsInCommon])).toEqual([
    ['three', 3],
    ['two', 2],
    ['lately', 0],
    ['idle', 0],
    ['kept', 0],
    ['new', 0],
  ])
  expect(answer[0]?.films.map(({ id }) => id)).toEqual([films[2]?.id, films[1]?.id])
  expect(answer[4]?.films).toEqual([])
  expect(await names(me, 2)).toEqual(['three', 'two'])
})

test('leave out oneself, the followed, the unverified and those who are not shown to strangers', async () => {
  const film = await buildFilm(app)
  const me = await buildMember(app)
  const [followed, hidden, unverified] = [
    await buildMember(app),
    await buildMember(app),
    await buildMember(app, { verified: false }),
  ]
  await follow(app, me, followed)
  for (const author of [me, followed, hidden, unverified])
    await buildLog(app, { author, film, watchedAt: '2026-01-01' })
  const choose = (discoverable: boolean) =>
    app.call(updateMember, { params: { userId: hidden.id }, body: { discoverable }, as: hidden })
  expect((await choose(false)).data.user.discoverable).toBe(false)
  expect(await names(me)).toEqual([])
  // Who follows is not a stranger, and finds others as before.
  expect(await names(hidden)).toHaveLength(2)
  await choose(true)
  expect(await names(me)).toEqual([hidden.username])
})

test('tell nothing of logs that are not for all members', async () => {
  const [shown, kept, hidden] = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
  const [me, other] = [await buildMember(app), await buildMember(app)]
  for (const film of [shown, kept, hidden]) await buildLog(app, { author: me, film })
  await buildLog(app, { author: other, film: shown })
  await buildLog(app, { author: other, film: kept, audience: 'followers' })
  const { id } = await buildLog(app, { author: other, film: hidden })
  await app.db.updateTable('logs').set({ hidden_at: new Date() }).where('id', '=', id).execute()
  const [answer] = await suggestions(me)
  expect([answer?.filmsInCommon, answer?.films.map((film) => film.id)]).toEqual([1, [shown.id]])
})

test('look for the few films of a short diary in a far longer one, without reading that', async () => {
  const [shown, kept] = [await buildFilm(app), await buildFilm(app)]
  const [me, other] = [await buildMember(app), await buildMember(app)]
  for (const film of [shown, kept]) await buildLog(app, { author: me, film })
  for (let more = 0; more < 32; more++) await buildLog(app, { author: other, film: await buildFilm(app) })
  await buildLog(app, { author: other, film: shown })
  await buildLog(app, { author: other, film: kept, audience: 'followers' })
  let found: number | undefined
  const sent = await app.recordStatements(async () => {
    found = (await suggestions(me))[0]?.filmsInCommon
  })
  expect(found).toBe(1)
  const find = sent.find(({ text }) => text.includes('taste as materialized'))
  const { rows: plan } = await app.explain(find?.text ?? '', find?.values ?? [], { analyze: true })
  const at = plan.findIndex((line) => line.includes('(member_id = found.id))'))
  expect(plan[at - 1]).toContain('Index Only Scan using logs_film_member on logs')
  const ofLonger = plan.filter((_, line) => plan[line + 1]?.includes('Index Cond: (member_id = found.id)'))
  expect(ofLonger.filter((scan) => /logs_member_film on .*loops=/.test(scan))).toEqual([])
})

test('compare a diary that is all for members without reading a row of it', async () => {
  const sent = await app.recordStatements(async () => suggestions(await buildMember(app)))
  const find = sent.find(({ text }) => text.includes('taste as materialized'))
  const { rows: plan } = await app.explain(find?.text ?? '', find?.values ?? [])
  const scans = plan.flatMap((line, at) =>
    line.includes('Index Cond: (member_id = found.id)') ? [plan[at - 1]?.trim().split('  (')[0]] : [],
  )
  expect(scans).toContain('->  Index Only Scan using logs_member_narrow on logs kept')
  expect(scans.filter((scan) => /Index Only Scan using logs_member_film on/.test(scan ?? ''))).toHaveLength(1)
})

test('are nobody for the only member, and only one’s own', async () => {
  const me = await buildMember(app)
  expect(await suggestions(me)).toEqual([])
  const other = await buildMember(app)
  const asked = await app.call(listSuggestions, { params: { userId: other.id }, as: me })
  expect([asked.status, asked.error.code]).toEqual([403, 'request.not_yours'])
  const tooMany = await app.call(listSuggestions, {
    params: { userId: me.id },
    query: { limit: 25 },
    as: me,
  })
  expect(tooMany.status).toBe(400)
})

test('find the few with the same rare film among the many with the same famous ones', async () => {
  const famous = await buildFilm(app)
  const rare = await buildFilm(app)
  const me = await buildMember(app)
  const soulmate = await buildMember(app)
  await buildLog(app, { author: me, film: famous })
  await buildLog(app, { author: me, film: rare })
  for (let one = 0; one < 5; one++) await buildLog(app, { author: await buildMember(app), film: famous })
  await buildLog(app, { author: soulmate, film: rare })
  expect(await names(me, 1)).toEqual([soulmate.username])
})

test('are not always the oldest of the many who logged a film', async () => {
  const film = await buildFilm(app)
  const me = await buildMember(app)
  await buildLog(app, { author: me, film })
  for (let one = 0; one < 130; one++) await buildLog(app, { author: await buildMember(app), film })
  await sql`
    update members set created_at = now() - (select count(*) from members newer where newer.id > members.id) * interval '1 day'
  `.execute(app.db)
  const seen = new Set<string>()
  for (let time = 0; time < 30; time++) for (const name of await names(me)) seen.add(name)
  expect(seen.size).toBeGreaterThan(12)
})

test('the first steps end once, and nobody else learns of it', async () => {
  const me = await buildMember(app)
  const profile = async (as: TestMember) =>
    (await app.call(getMember, { params: { userId: me.id }, as })).data
  expect(await profile(me)).toMatchObject({ welcomed: false, discoverable: true })
  await app.call(updateMember, { params: { userId: me.id }, body: { welcomed: true }, as: me })
  expect((await profile(me)).welcomed).toBe(true)
  const seen = await profile(await buildMember(app))
  expect(seen).not.toHaveProperty('welcomed')
  expect(seen).not.toHaveProperty('discoverable')
})
