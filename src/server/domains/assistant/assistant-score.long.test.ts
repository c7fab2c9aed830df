import { afterAll, beforeAll, expect, test } from 'vitest'
import { scoreAssistant, worseThanRecorded } from '#test/assistant/score.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('answers the set questions as well as recorded', async () => {
  const results = await scoreAssistant(app.url, app.ctx.now())
  expect(worseThanRecorded(results)).toEqual([])
})
