import { expect, test } from 'vitest'
import { jsonBytes } from './json.ts'

const answers: unknown[] = [
  [],
  {},
  null,
  'text',
  [null, undefined, 1, 'two', ['three'], { four: 4 }],
  {
    nothing: null,
    absent: undefined,
    none: [],
    some: [1, undefined, { of: ['many'] }],
    inner: { list: [1] },
  },
  { 'a "name"': '"quoted"', 名: 'ü', __proto__: null },
  ['latin é', 'arabic فيلم', 'three bytes 映画', 'four bytes 🎬', 'half of one \ud83c', 'line\nbreak\u2028'],
  [{ at: new Date(0) }],
  new Date(0),
  { list: [new Date(0)], toJSON: () => 'itself' },
  Array.from({ length: 3000 }, (_, at) => ({ at, text: '映'.repeat(200) })),
  'x'.repeat(2_000_000),
]

test.each(answers.map((answer, at) => ({ at, answer })))(
  'an answer is written as JSON writes it ($at)',
  ({ answer }) => {
    expect(jsonBytes(answer).equals(Buffer.from(JSON.stringify(answer)))).toBe(true)
  },
)

test('what was answered stays as it is', () => {
  const first = jsonBytes(['first'])
  jsonBytes(['later'])
  expect(first.toString()).toBe('["first"]')
})
