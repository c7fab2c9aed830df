import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxWrong, scoreAssistant } from '#test/assistant/score.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('answers the set questions as well as recorded', async () => {
  const results = await scoreAssistant(app.url, app.ctx.now())
  const faults = results.flatMap(({ question, fault }) => (fault === null ? [] : `${question.ask} ${fault}`))
  expect(results.length).toBeGreaterThanOrEqual(90)
  expect(faults.slice(maxWrong)).toEqual([])
})
