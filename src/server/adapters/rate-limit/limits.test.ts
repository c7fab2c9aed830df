import { expect, test } from 'vitest'
import { Failure } from '#server/core/errors.ts'
import { createLimits } from './limits.ts'

test('a limit fires for its own key only and says how long to wait', async () => {
  const limits = await createLimits(null, true)
  for (let use = 0; use < 10; use++) await limits.use('auth.login.account', 'a')
  const refusal = await limits.use('auth.login.account', 'a').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Failure)
  expect(refusal).toMatchObject({ code: 'request.rate_limited', status: 429 })
  expect((refusal as Failure).retryAfter).toBeGreaterThan(0)
  await limits.use('auth.login.account', 'b')
  await limits.use('auth.code.account', 'a')
  await limits.close()
})

test('switched off it counts nothing', async () => {
  const limits = await createLimits(null, false)
  const uses = Array.from({ length: 100 }, () => limits.use('auth.login.account', 'a'))
  await expect(Promise.all(uses)).resolves.toHaveLength(100)
  await limits.close()
})
