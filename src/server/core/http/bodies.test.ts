import { expect, test } from 'vitest'
import { createBodyBudget, readBytes } from './bodies.ts'

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

async function* chunksOf(...lengths: number[]) {
  for (const length of lengths) yield Buffer.alloc(length, length % 251)
}

test('chunks of any length become one piece', async () => {
  for (const lengths of [[], [0], [1], [16_384], [16_385], Array.from({ length: 50_000 }, () => 1)]) {
    const whole = Buffer.concat(lengths.map((length) => Buffer.alloc(length, length % 251)))
    const bytes = await readBytes(chunksOf(...lengths), 100_000)
    expect(bytes?.equals(whole)).toBe(true)
  }
})

test('the last byte that fits is read, one more is not', async () => {
  expect(await readBytes(chunksOf(60_000, 40_000), 100_000)).toHaveLength(100_000)
  expect(await readBytes(chunksOf(60_000, 40_000, 1), 100_000)).toBeUndefined()
})

test('the memory that is held is not that of the chunks', async () => {
  const bytes = await readBytes(chunksOf(...Array.from({ length: 30_000 }, () => 1)), 1_000_000)
  expect(bytes?.buffer.byteLength).toBeLessThan(64 * 1024 + 1)
})
