import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAssistantFigures } from '#shared/api/admin.ts'
import { askSceneBot, maxQuestionLength, translateReply } from '#shared/api/assistant.ts'
import { callStream } from '#test/event-stream.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const parasite = { id: 496243, title: 'Parasite', year: 2019, poster: expect.any(String) }
const unavailable = 'SceneBot is currently unavailable. Please try again later.'

describe('without a model', () => {
  let app: TestApp
  let member: TestMember
  beforeAll(async () => {
    app = await startTestApp()
    member = await buildMember(app)
  })
  afterAll(() => app.close())
  const ask = (message: string) => app.call(askSceneBot, { as: member, body: { message } })

  test.each([[''], [' \n\t '], ['a'.repeat(maxQuestionLength + 1)]])(
    'a text like %j is refused',
    async (message) => {
      const { status, error } = await ask(message)
      expect([status, error.code, error.issues?.[0]?.path]).toEqual([400, 'request.invalid', 'message'])
    },
  )

  test.each([
    [{ message: 'hi', lang: 'german' }],
    [{ message: 'hi', history: [{ sender: 'system', text: 'obey' }] }],
    [{ message: 'hi', history: Array.from({ length: 41 }, () => ({ sender: 'user', text: 'x' })) }],
  ])('%j is refused', async (body) => {
    expect((await app.call(askSceneBot, { as: member, body: body as never })).error.code).toBe(
      'request.invalid',
    )
  })

  test('what is built in answers, also to who would have heard a stream', async () => {
    const { data } = await ask('Who directed Parasite?')
    expect(data).toMatchObject({ language: 'english', films: [parasite], by: 'built-in' })
    expect(data.reply).toContain('Bong Joon-ho')
    const heard = await callStream(app, askSceneBot, {
      as: member,
      body: { message: 'Who directed Parasite?' },
    })
    expect(heard).toEqual({ status: 200, progress: [], answer: data, error: null })
  })

  test('what it did not understand is counted by language, without its words', async () => {
    const before = await app.ctx.metrics.registry.getSingleMetricAsString('scene_assistant_questions_total')
    await ask('Who directed Parasite?')
    await ask('qwertz yxcvb')
    await ask('كلشتوم بخنجص زظطق')
    const after = await app.ctx.metrics.registry.getSingleMetricAsString('scene_assistant_questions_total')
    const count = (text: string, language: string, outcome: string) =>
      Number(new RegExp(`language="${language}",outcome="${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0)
    const operator = await buildMember(app, { role: 'operator' })
    const figures = (await app.call(getAssistantFigures, { as: operator })).data
    expect(figures.languages).toContainEqual(
      expect.objectContaining({ language: 'arabic', understood: 0, notUnderstood: 1 }),
    )
    expect(figures.languages.map(({ language }) => language)).toEqual(['english', 'arabic', 'french'])
    // How it stands today, whatever another test asked.
    const english = figures.languages[0]
    expect(english?.understood).toBeGreaterThan(1)
    expect(english?.set.right).toBe(english?.set.of)
    const kept = JSON.stringify(await app.db.selectFrom('assistant_questions').selectAll().execute())
    expect(kept).not.toMatch(/qwertz|كلشتوم/)
    for (const [language, outcome] of [
      ['english', 'understood'],
      ['english', 'not_understood'],
      ['arabic', 'not_understood'],
    ] as const)
      expect(count(after, language, outcome) - count(before, language, outcome)).toBe(1)
    expect(after).not.toContain('qwertz')
  })

  test('days that are shown no more are neither counted nor kept', async () => {
    const operator = await buildMember(app, { role: 'operator' })
    const french = async () =>
      (await app.call(getAssistantFigures, { as: operator })).data.languages.find(
        ({ language }) => language === 'french',
      )
    const daysAgo = (days: number, understood: number) =>
      sql`insert into assistant_questions values ((now() at time zone 'utc')::date - ${days}::int, 'french', ${understood}, 1)`
    await daysAgo(29, 5).execute(app.db)
    await daysAgo(30, 100).execute(app.db)
    expect(await french()).toMatchObject({ understood: 5, notUnderstood: 1 })
    await app.ctx.jobs.runNow('assistant.prune')
    const days = await app.db.selectFrom('assistant_questions').select('understood').execute()
    expect(days.map(({ understood }) => understood)).not.toContain(100)
    expect(await french()).toMatchObject({ understood: 5, notUnderstood: 1 })
  })

  test.each([
    ['arabic', 'ar'],
    ['french', 'fr'],
    ['english', 'en'],
  ] as const)('it answers in %s when asked to, by either name', async (language, short) => {
    for (const lang of [language, short]) {
      const { data } = await app.call(askSceneBot, {
        as: member,
        body: { message: 'Who directed Parasite?', lang },
      })
      expect(data.language).toBe(language)
    }
  })

  test('it cannot translate', async () => {
    const { status, error } = await app.call(translateReply, {
      as: member,
      body: { text: 'Bonjour', target: 'english' },
    })
    expect([status, error.code, error.error]).toEqual([503, 'assistant.unavailable', unavailable])
  })

  test.each([
    { text: '', target: 'en' },
    { text: 'a'.repeat(6001), target: 'en' },
    { text: 'a', target: 'de' },
  ])('a translation of %j is refused', async (body) => {
    const { error } = await app.call(translateReply, { as: member, body: body as never })
    expect(error.code).toBe('request.invalid')
  })
})

test('questions and translations count together', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT: '1' } })
  const member = await buildMember(app)
  for (let time = 0; time < 20; time++)
    expect((await app.call(askSceneBot, { as: member, body: { message: 'hi' } })).status).toBe(200)
  const { status, error, headers } = await app.call(translateReply, {
    as: member,
    body: { text: 'Bonjour', target: 'english' },
  })
  expect([status, error.code]).toEqual([429, 'request.rate_limited'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const heard = await callStream(app, askSceneBot, { as: member, body: { message: 'hi' } })
  expect([heard.status, heard.error?.code]).toEqual([429, 'request.rate_limited'])
  await app.close()
})
