import { expect, test } from 'vitest'
import { readBytes } from './body-parsers.ts'

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
