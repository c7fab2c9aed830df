import { expect, test } from 'vitest'
import { createBodyBudget } from './body-budget.ts'

const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

test('a caller has its part, all have the whole, and what is given back counts once', () => {
  const reserve = createBodyBudget({ total: 10, each: 6 })
  const first = reserve('a', 6)
  expect(refusal(() => reserve('a', 1))).toMatchObject({ code: 'request.rate_limited', retryAfter: 5 })
  const second = reserve('b', 4)
  expect(refusal(() => reserve('c', 1))).toMatchObject({ code: 'server.unavailable', retryAfter: 5 })
  first()
  first()
  reserve('c', 6)
  expect(refusal(() => reserve('d', 1))).toMatchObject({ code: 'server.unavailable' })
  second()
  reserve('d', 4)
})

test('a part given back in pieces is whole again', () => {
  const reserve = createBodyBudget({ total: 100, each: 6 })
  const pieces = [reserve('a', 2), reserve('a', 3)]
  for (const release of pieces) release()
  expect(refusal(() => reserve('a', 6))).toBeUndefined()
})
