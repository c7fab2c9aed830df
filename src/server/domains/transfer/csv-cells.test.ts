import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writable, writableLine } from '#shared/api/fields.ts'
import { diaryColumns, escapeCell, escapeReview, unescapeCell, unescapeReview } from './csv-cells.ts'
import { readImport } from './reading/read-import.ts'

const awkward = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    "'",
    '"',
    ',',
    '\n',
    '<',
    '&',
    ';',
    'a',
    'lt',
    'amp',
    '#60',
    '＝',
    ' ',
    'ا',
  ),
  maxLength: 30,
})
const text = fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 200 }))

test('any cell comes back exactly and is no formula', () => {
  fc.assert(
    fc.property(text, (given) => {
      const cell = escapeCell(given)
      expect(unescapeCell(cell)).toBe(given)
      expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    }),
  )
})

test('any review comes back exactly and holds no tag', () => {
  fc.assert(
    fc.property(text, (given) => {
      const html = escapeReview(given)
      expect(unescapeReview(html)).toBe(given)
      expect(html).not.toMatch(/<[A-Za-z/!?]/)
    }),
  )
})

test('what is nothing to a spreadsheet or to HTML stays as it is', () => {
  for (const plain of ['Thelma & Louise', '1 < 2', "'til", 'a=b', '<3'] as const)
    expect(escapeReview(escapeCell(plain))).toBe(plain)
})

/** As an import keeps texts: without blanks around them, with one kind of line end, and with blanks for what no text has. */
const kept = (given: string) => writable(given.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')).trim()

test('any review, title and tag comes back through the file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 10 }), async (texts) => {
      const given = texts.map(kept).filter((one) => one !== '')
      const rows = given.map((one) =>
        ['13', '', one, '', '', '', '', '', 'a, b', escapeReview(one)].map(escapeCell),
      )
      const csv = stringify([diaryColumns, ...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
      const { rows: read } = await readImport({ name: 'diary-1.csv', bytes: Buffer.from(csv) }, 'anything')
      const entries = (await all(read)).map(({ entry }) => entry)
      expect(entries.map(({ review }) => review)).toEqual(given)
      expect(entries.map(({ title }) => title)).toEqual(given.map((one) => writableLine(one).slice(0, 500)))
      for (const { kind, tags } of entries) expect([kind, tags]).toEqual(['log', ['a', 'b']])
    }),
    { numRuns: 50 },
  )
})

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
