import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockAccount } from '#shared/api/follow-requests.ts'
import { blockMember, muteWord } from '#shared/api/safety.ts'
import { englishReader } from '#shared/film-titles.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { answerBuiltIn } from './answer.service.ts'

const soul = { id: 508_442 }
let app: TestApp
let me: TestMember
beforeAll(async () => {
  app = await startTestApp()
  me = await buildMember(app)
  await requireFilm(app.ctx, soul.id)
})
afterAll(() => app.close())

const ask = (message: string) =>
  answerBuiltIn(
    app.ctx,
    { ...me, sessionId: '', emailVerified: true, titles: { ...englishReader, choice: 'english' } },
    { message, language: null, history: [] },
  )

test('what a member thinks of a film is what the viewer may see of it', async () => {
  const zoe = await buildMember(app, { username: 'zoe_of_cairo', name: 'Zoe Nasser' })
  const { id } = await buildLog(app, {
    author: zoe,
    film: soul,
    rating: 3.5,
    review: 'Fine. ||Joe comes back.||',
  })
  const said = async (name: string) => (await ask(`What did ${name} think of Soul?`)).reply
  const all = 'zoe_of_cairo on Soul (2020):\nzoe_of_cairo: 3.5/5, “Fine. …”'
  expect([await said('@zoe_of_cairo'), await said('Zoe Nasser')]).toEqual([all, all])
  expect((await ask('did zoe_of_cairo like Alien?')).reply).toBe(
    'I see nothing by zoe_of_cairo on Alien (1979).',
  )

  const nothingSeen = 'I see nothing by zoe_of_cairo on Soul (2020).'
  const audience = (of: 'me' | 'followers') =>
    app.db.updateTable('logs').set({ audience: of }).where('id', '=', id).execute()
  await audience('me')
  expect(await said('zoe_of_cairo')).toBe(nothingSeen)
  // Who follows a locked account was let in.
  await app.call(lockAccount, { as: zoe, params: { userId: zoe.id }, body: { locked: true } })
  await audience('followers')
  expect(await said('zoe_of_cairo')).toBe(nothingSeen)
  await follow(app, me, zoe)
  expect(await said('zoe_of_cairo')).toBe(all)
  await app.call(blockMember, { as: zoe, params: { userId: zoe.id, targetId: me.id } })
  expect(await said('zoe_of_cairo')).toBe((await said('zzq_nobody')).replace('zzq_nobody', 'zoe_of_cairo'))
})

test('nothing is announced where all that friends say is hidden', async () => {
  const [yara, movie] = [await buildMember(app, { username: 'yara' }), { id: 348 }]
  await requireFilm(app.ctx, movie.id)
  await follow(app, me, yara)
  await buildLog(app, { author: yara, film: movie, rating: 4, review: 'Warm.' })
  const questions = [
    'What do my friends think of Alien?',
    'ما رأي أصدقائي في Alien؟',
    'Que pensent mes amis de Alien ?',
  ]
  const replies = async () => {
    const said: string[] = []
    for (const question of questions) said.push((await ask(question)).reply)
    return said
  }
  for (const reply of await replies()) expect(reply).toMatch(/:\n.*yara/)
  await app.call(muteWord, { as: me, params: { userId: me.id }, body: { word: 'warm' } })
  const [english, ...others] = await replies()
  expect(english).toBe('1 friend logged Alien (1979); the average rating is 4/5.')
  for (const reply of others) expect(reply).toMatch(/^[^\n:]+\.$/)
})
