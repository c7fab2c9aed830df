import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { Failure } from '#server/core/errors.ts'
import { parseItems } from './json.ts'

async function items(text: string): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const { said } of parseItems('x.json', Buffer.from(text), z.unknown())) found.push(said)
  return found
}

async function fault(text: string) {
  const error = await items(text).catch((thrown: unknown) => thrown)
  if (!(error instanceof Failure)) throw new Error('it was read', { cause: error })
  return [error.code, error.issues?.[0]?.path]
}

test('any array comes item by item as it would at once, however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 20 })),
      fc.constantFrom(0, 2),
      async (values, indent) => {
        const text = JSON.stringify(values, null, indent)
        expect(await items(text)).toEqual(JSON.parse(text))
      },
    ),
  )
  const long = Array.from({ length: 900 }, (_, n) => ({ text: `"\\${'é'.repeat(n)}],{`, n }))
  expect(await items(JSON.stringify(long))).toEqual(long)
})

test.each([
  ['', 'x.json:1'],
  ['{"a":1}', 'x.json:1'],
  ['[1,\n2,]', 'x.json:2'],
  ['[1,\n\n2', 'x.json:3'],
  ['[1] 2', 'x.json:1'],
  ['[1][2]', 'x.json:1'],
  ['[1}', 'x.json:1'],
  ['}', 'x.json:1'],
  ['["a]', 'x.json:1'],
  ['[1,\n,2]', 'x.json:2'],
  [`[1,\n${'['.repeat(40)}${']'.repeat(40)}]`, 'x.json:2'],
])('%j is no array', async (text, place) => {
  expect(await fault(text)).toEqual(['import.broken', place])
})

test('items without end are not read to their end, and others have their turn meanwhile', async () => {
  let others = 0
  const timer = setInterval(() => others++, 1)
  expect(await fault(`[${'{},\n'.repeat(600_000)}{}]`)).toEqual(['import.too_large', 'x.json:500001'])
  clearInterval(timer)
  expect(others).toBeGreaterThan(5)
  expect((await fault(`["${'a'.repeat(5_000_000)}"]`))[0]).toBe('import.too_large')
})
