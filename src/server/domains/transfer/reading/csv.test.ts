import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '#server/core/errors.ts'
import { csvRecords } from './csv.ts'

const options = { record_delimiter: '\n', relax_column_count: true }

/** Null for what is no table. */
function byLibrary(text: string): string[][] | null {
  try {
    return parse(text.replaceAll(/\r\n?/g, '\n'), options)
  } catch {
    return null
  }
}

async function byScene(text: string): Promise<string[][] | null> {
  const found: string[][] = []
  try {
    for await (const { cells } of csvRecords('x.csv', Buffer.from(text))) found.push(cells)
    return found
  } catch (error) {
    if (error instanceof Failure && error.code === 'import.broken') return null
    throw error
  }
}

const parts = ['"', '""', ',', '\n', '\r\n', '\r', 'a', 'é', ' ', '"a"', ',"', '",', '"\n', 'one\ntwo']

test('any text is the table that another reader finds in it', async () => {
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((some) => some.join(''))
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(await byScene(text)).toEqual(byLibrary(text))
    }),
    { numRuns: 3000 },
  )
})

test('a table is the same wherever the file is cut while it is read', async () => {
  const row = '"é,""\r\n",b\r\n'
  for (let shift = 0; shift < 24; shift++) {
    const text = `${'x'.repeat(16_384 - shift)}\r\n${row}${row}`
    expect(await byScene(text)).toEqual(byLibrary(text))
  }
})

test('UTF-16 of either order is read as well', async () => {
  const wide = Buffer.from('\ufeffAmélie,"2\r\n"\r\n七人の侍,2', 'utf16le')
  for (const bytes of [wide, Buffer.from(wide).swap16()]) {
    const found = []
    for await (const record of csvRecords('x.csv', bytes)) found.push(record)
    expect(found).toEqual([
      { line: 1, cells: ['Amélie', '2\n'] },
      { line: 3, cells: ['七人の侍', '2'] },
    ])
  }
})
