import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSceneBot, translateReply } from '#shared/api/assistant.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { chatModel, says, startChatServer, type ChatServer } from '#test/fakes/chat-completions-server.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { pruneBudgets } from './budget.service.ts'

let database: string
let instances: TestApp[]
let model: ChatServer
beforeAll(async () => {
  database = `t_budget_${process.pid}`
  await createDatabase(database)
  model = await startChatServer()
  const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: chatModel, ASSISTANT_DAILY_TOKENS: '1000' }
  const start = () => startTestApp({ database, env })
  instances = [await start(), await start()]
})
afterAll(async () => {
  for (const instance of instances) await instance.close()
  await dropDatabase(database)
  await model.close()
})
const [first, second] = [() => instances[0] as TestApp, () => instances[1] as TestApp]
const by = async (instance: TestApp, as: TestMember) =>
  (await instance.call(askSceneBot, { as, body: { message: 'Who directed Parasite?' } })).data.by

test('counts on all instances, for each member alone, and begins anew the next day', async () => {
  model.otherwise(() => says('Somebody.', 600))
  const as = await buildMember(first())
  const other = await buildMember(first())
  expect([await by(first(), as), await by(second(), as)]).toEqual(['model', 'model'])
  expect([await by(first(), as), await by(second(), as)]).toEqual(['built-in', 'built-in'])
  expect(model.requests.length).toBe(2)
  const refused = await first().call(translateReply, { as, body: { text: 'a', target: 'fr' } })
  expect(refused.error.code).toBe('assistant.unavailable')
  expect(await by(second(), other)).toBe('model')

  await first()
    .db.updateTable('assistant_usage')
    .set({ day: '2020-01-01' })
    .where('member_id', '=', as.id)
    .execute()
  expect(await by(second(), as)).toBe('model')
})

test('cannot be taken twice at the same time', async () => {
  model.otherwise(() => says('Somebody.', 1200))
  const as = await buildMember(first())
  const answered = await Promise.all(
    Array.from({ length: 8 }, (_, at) => by(at % 2 ? first() : second(), as)),
  )
  expect(answered.filter((one) => one === 'model')).toEqual(['model'])
})

test('forgets old days', async () => {
  const as = await buildMember(first())
  await by(first(), as)
  const days = () =>
    first().db.selectFrom('assistant_usage').select('day').where('member_id', '=', as.id).execute()
  await first()
    .db.insertInto('assistant_usage')
    .values({ member_id: as.id, day: '2020-01-01', tokens: 5 })
    .execute()
  expect((await days()).length).toBe(2)
  await pruneBudgets(first().ctx)
  expect((await days()).length).toBe(1)
})
