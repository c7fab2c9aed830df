import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { addNamedMembers, isRight, maxWrong, scoreSearch } from '#test/search/score.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('finds first what is meant as often as recorded', async () => {
  await addNamedMembers(app.db)
  const scored = await scoreSearch(app.url, await buildMember(app, { username: 'the_asker' }))
  const wrong = scored.flatMap((query) => (isRight(query) ? [] : `${query.query}: ${query.first}`))
  expect(scored.length).toBeGreaterThanOrEqual(400)
  expect(wrong.slice(maxWrong)).toEqual([])
})
