import { expect, test } from 'vitest'
import { createPlainText, plain } from './plain-text.ts'

test.each([
  ['**Heat** (1995) is *great*, _really_.', 'Heat (1995) is great, really.'],
  ['## Films\n\n* Heat\n+ Ronin\n- Collateral', 'Films\n\n- Heat\n- Ronin\n- Collateral'],
  ['1. Heat\n2. Ronin', '1. Heat\n2. Ronin'],
  ['> quoted', 'quoted'],
  ['```json\n{"a": 1}\n```\nafter', '{"a": 1}\nafter'],
  ['`code`, ~~gone~~, __under__', 'code, gone, under'],
  ['[Heat](https://x.example/heat "t") and ![a poster](p.png)', 'Heat and a poster'],
  ['See https://evil.example/?q=secret now, or WWW.evil.example', 'See  now, or '],
  ['<b>Heat</b><script>alert(1)</script><!-- x --> 1 < 2 > 0', 'Heatalert(1) 1 < 2 > 0'],
  ['above\n---\nbelow', 'above\n\nbelow'],
  ['***Heat***', 'Heat'],
  ['**«Heat»**, (**Heat**), **Heat!**', '«Heat», (Heat), Heat!'],
  ['**فيلم** رائع', 'فيلم رائع'],
  ['a\u0000b\u202Ec\u0007', 'abc'],
  ['M*A*S*H, 5 * 3, snake_case, What’s Up, Doc?', 'M*A*S*H, 5 * 3, snake_case, What’s Up, Doc?'],
  ['Emma. 👩‍🚀 [sic] (1996)', 'Emma. 👩‍🚀 [sic] (1996)'],
])('%j is plain', (text, expected) => {
  expect(plain(text)).toBe(expected)
})

function pieces(text: string, size: number) {
  const heard: string[] = []
  const made = createPlainText((piece) => void heard.push(piece))
  for (let at = 0; at < text.length; at += size) made.add(text.slice(at, at + size))
  return { heard, whole: made.end() }
}

const reply =
  '\n\n# Two films\n\n**Heat** (1995) is long. *Ronin* (1998) is [shorter. Really](https://x.example/a.b c). ' +
  'See <a href="x. y">this</a>! هل أعجبك؟ نعم.\n\n* one\n* two\n'

test.each([1, 2, 3, 7, 1000])('a reply in pieces of %i is the same plain text', (size) => {
  const { heard, whole } = pieces(reply, size)
  expect(whole).toBe(
    'Two films\n\nHeat (1995) is long. Ronin (1998) is shorter. Really. See this! هل أعجبك؟ نعم.\n\n- one\n- two',
  )
  expect(heard.join('').trimEnd()).toBe(whole)
})

test('sentences and lines are handed on when they end', () => {
  const heard: string[] = []
  const made = createPlainText((piece) => void heard.push(piece))
  made.add('Heat is lo')
  expect(heard).toEqual([])
  made.add('ng. Ronin is')
  expect(heard).toEqual(['Heat is long. '])
  made.add(' shorter\nNo')
  expect(heard).toEqual(['Heat is long. ', 'Ronin is shorter\n'])
  expect(made.end()).toBe('Heat is long. Ronin is shorter\nNo')
})

test('a text without an end still comes in parts', () => {
  const { heard, whole } = pieces('[words '.repeat(200), 10)
  expect(heard.length).toBeGreaterThan(3)
  expect(whole).toBe('[words '.repeat(200).trimEnd())
})

test('nothing but markup is nothing', () => {
  expect(pieces('**\n```\n<br>', 3)).toEqual({ heard: [], whole: '' })
})

test.each(['[', '<a', '*', '_', '`', '- ', '* ', '# ', 'https://', '![](', '"', '. ', '\n>', '~~~\n', '[]('])(
  'many %j are read in one go',
  (text) => {
    expect(plain(text.repeat(20_000)).length).toBeLessThanOrEqual(text.length * 20_000)
  },
)
