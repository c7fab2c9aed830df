import { expect, onTestFinished, test, vi } from 'vitest'
import { Failure } from '#server/core/errors.ts'
import { createLimits } from './limits.ts'

test('a limit fires for its own key only and says how long to wait', async () => {
  const limits = await createLimits({ redisUrl: null, rateLimit: true })
  for (let use = 0; use < 10; use++) await limits.use('auth.login.pair', 'a')
  const refusal = await limits.use('auth.login.pair', 'a').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Failure)
  expect(refusal).toMatchObject({ code: 'request.rate_limited', status: 429 })
  expect((refusal as Failure).retryAfter).toBeGreaterThan(0)
  await limits.use('auth.login.pair', 'b')
  await limits.use('auth.login.device', 'a')
  await limits.close()
})

test('what is refunded does not count', async () => {
  const limits = await createLimits({ redisUrl: null, rateLimit: true })
  for (let use = 0; use < 50; use++) {
    await expect(limits.use('auth.login.pair', 'a')).resolves.toEqual({ slowed: false })
    await limits.refund('auth.login.pair', 'a')
  }
  await limits.close()
})

/** Seconds that the next use would have to wait. */
const waitOf = async (use: Promise<unknown>) => {
  const refusal: unknown = await use.catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Failure)
  return Math.round((refusal as Failure).retryAfter ?? 0)
}

test('a rule that slows down doubles the wait up to its bound and lets one use pass after each', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limits = await createLimits({ redisUrl: null, rateLimit: true })
  onTestFinished(() => limits.close())
  const use = () => limits.use('auth.login.account', 'a')
  for (let free = 0; free < 20; free++) expect(await use()).toEqual({ slowed: false })
  const waits: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    expect(await use()).toEqual({ slowed: true })
    waits.push(await waitOf(use()))
    expect(await waitOf(use())).toBe(waits.at(-1))
    vi.advanceTimersByTime(1000 * (waits.at(-1) ?? 0))
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  await limits.use('auth.login.account', 'b')
})

test('a day of guessing one account from everywhere is some three hundred tries', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limits = await createLimits({ redisUrl: null, rateLimit: true })
  onTestFinished(() => limits.close())
  let tries = 0
  for (let second = 0; second < 86_400; second += 5) {
    const uses = await Promise.allSettled([1, 2, 3].map(() => limits.use('auth.code.account', 'a')))
    tries += uses.filter((use) => use.status === 'fulfilled').length
    vi.advanceTimersByTime(5000)
  }
  expect(tries).toBeGreaterThan(250)
  expect(tries).toBeLessThan(330)
})

test('switched off it counts nothing', async () => {
  const limits = await createLimits({ redisUrl: null, rateLimit: false })
  const uses = Array.from({ length: 100 }, () => limits.use('auth.login.account', 'a'))
  await expect(Promise.all(uses)).resolves.toHaveLength(100)
  await limits.close()
})
