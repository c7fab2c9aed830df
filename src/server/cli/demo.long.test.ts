import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#shared/api/accounts.ts'
import { toggleLogLike } from '#shared/api/logs.ts'
import { toggleFollow } from '#shared/api/members.ts'
import { createReply } from '#shared/api/replies.ts'
import { demoMembers, demoPassword } from '#built-in/demo/people.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { tablesWith, wrongCounters } from '#test/deletion.ts'
import { buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { migrateJobs } from '#server/core/jobs.ts'

const database = `t_demo_${process.pid}`
/** One of the demo's films. */
const parasite = { id: 496_243 }

let app: TestApp
let member: TestMember
let env: Record<string, string>
beforeAll(async () => {
  await createDatabase(database)
  app = await startTestApp({ database })
  await migrateJobs(app.ctx.pool)
  env = {
    DATABASE_URL: databaseUrl(database),
    SCENE_DATA_DIR: app.ctx.config.dataDir,
  }
  member = await buildMember(app)
})
afterAll(async () => {
  await app.close()
  await dropDatabase(database)
})

const scene = (line: string) => runCommand(line.split(' '), env)

const countMembers = async (demo: boolean) =>
  (await app.db.selectFrom('members').select('id').where('demo', '=', demo).execute()).length

test('the demo community comes beside whoever is there, counted right, and goes with nothing of anybody else', async () => {
  await app.db.insertInto('films').values({ id: parasite.id, title: 'Parasite' }).execute()
  const own = await buildLog(app, { author: member, film: parasite, rating: 4, review: 'Mine.' })
  await buildList(app, { author: member, films: [parasite] })
  expect((await scene('demo clear --yes')).out).toBe('there is no demo community')
  expect((await scene('demo seed')).code).toBe(64)
  expect(await countMembers(true)).toBe(0)
  const seeded = await scene('demo seed --yes --json')
  expect([seeded.code, seeded.error]).toEqual([0, ''])
  expect(await countMembers(true)).toBe(demoMembers.length)
  expect(await wrongCounters(app)).toEqual([])
  const [first] = demoMembers
  const email = `${first?.username}@scene.example`
  const { status, data } = await app.call(login, { body: { email, password: demoPassword } })
  expect(status).toBe(200)
  const again = await scene('demo seed --yes')
  expect([again.code, again.out]).toEqual([1, 'the demo community is here already'])

  // They take part in what is another's, and the other in what is theirs.
  const demo = { token: data.token, id: data.user._id }
  await app.call(toggleLogLike, { as: demo, params: { logId: own.id } })
  await app.call(createReply, { as: demo, params: { logId: own.id }, body: { text: 'Well said.' } })
  await app.call(toggleFollow, { as: member, params: { userId: member.id, targetId: demo.id } })
  expect((await scene('demo clear')).code).toBe(64)
  const cleared = await scene('demo clear --yes')
  expect([cleared.code, cleared.out]).toEqual([0, `${demoMembers.length} demo members are deleted`])
  expect([await countMembers(true), await countMembers(false)]).toEqual([0, 1])
  expect(await wrongCounters(app)).toEqual([])
  expect(await tablesWith(app, '@scene.example')).toEqual({})
  expect(Object.keys(await tablesWith(app, demo.id))).toEqual([])
  const logs = await app.db.selectFrom('logs').select(['id', 'review', 'like_count', 'reply_count']).execute()
  expect(logs).toEqual([{ id: own.id, review: 'Mine.', like_count: 0, reply_count: 0 }])
  expect(await app.db.selectFrom('lists').select('films_count').execute()).toEqual([{ films_count: 1 }])
  const acts = await app.db.selectFrom('audit_log').select('act').orderBy('id').execute()
  expect(acts.map(({ act }) => act)).toEqual(['demo.seed', 'demo.clear'])
})

test('it does not take the names of others', async () => {
  const [first] = demoMembers
  await buildMember(app, { username: first?.username.toUpperCase() ?? '' })
  const { code, out } = await scene('demo seed --yes')
  expect([code, out]).toEqual([1, `its names are taken: @${first?.username.toUpperCase()}`])
  expect(await countMembers(true)).toBe(0)
})
