import { expect, it } from 'vitest'
import { firstRecords, readPreview } from './csv-preview.ts'

it('reads cells, quotes in quotes, and line breaks inside of quotes', () => {
  const text = 'Name,Review\r\nParasite,"one\r\ntwo, ""three"""\r\nWhiplash,\r\n'
  expect(firstRecords(text, 9)).toEqual([
    ['Name', 'Review'],
    ['Parasite', 'one\r\ntwo, "three"'],
    ['Whiplash', ''],
  ])
})

it('stops after the records that are wanted', () => {
  expect(firstRecords('a\nb\nc\nd', 2)).toEqual([['a'], ['b']])
})

it('leaves empty lines out and keeps a last line without an end', () => {
  expect(firstRecords('a,b\n\n\n1,2', 9)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(firstRecords('', 9)).toEqual([])
})

it('takes the separator of the first line', () => {
  expect(firstRecords('a;b\n1,5;2', 9)).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(firstRecords('a\tb\n1\t2', 9)[1]).toEqual(['1', '2'])
})

it('keeps a quote inside of a cell and a quoted cell that breaks off', () => {
  expect(firstRecords('a,b\n5" disc,"never ends\n', 9)[1]).toEqual(['5" disc', 'never ends\n'])
})

it('gives three lines after the header, without a byte order mark', async () => {
  const file = new File(['\uFEFFName,Year\nA\nB,2\nC,3\nD,4\n'], 'diary.csv')
  const { columns, rows } = await readPreview(file)
  expect(columns.map(({ text }) => text)).toEqual(['Name', 'Year'])
  // A line that is too short has empty cells.
  expect(rows.map(({ number, cells }) => [number, ...cells.map(({ text }) => text)])).toEqual([
    [1, 'A', ''],
    [2, 'B', '2'],
    [3, 'C', '3'],
  ])
})
