import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlText, readEntry } from './values.ts'

test('what no text has is not brought in either, and the rest stays in its place', () => {
  const { entry } = readEntry('log', {
    title: 'A\u0008B\u000bC',
    review: 'one\u000btwo\u0085three \ufdd0four\ufdd1\u0007.',
    note: 'a\u000cb',
    tags: 'x\u0000y',
  })
  expect(entry).toMatchObject({
    title: 'A B C',
    review: 'one\ntwo\nthree four .',
    note: 'a\nb',
    tags: ['x y'],
  })
})

test.each([
  ['plain', 'plain'],
  ['one<br>two<br/>three', 'one\ntwo\nthree'],
  ['<b>bold</b> <em>and</em> <i class="x">so</i> <strong>on</strong>', 'bold and so on'],
  ['<blockquote>said</blockquote>then', '> said\n\nthen'],
  ['so<blockquote>one<br>two <i>three</i></blockquote>', 'so\n\n> one\n> two three'],
  ['<blockquote>never closed', 'never closed'],
  ['<a href="https://example.org/a"><i>there</i></a>', 'there (https://example.org/a)'],
  ['<a href="https://example.org/a">here</a>', 'here (https://example.org/a)'],
  ['<a href="https://example.org">https://example.org</a>', 'https://example.org'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
  ['I <3 this & that', 'I <3 this & that'],
  ['a < b > c', 'a < b > c'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['<scr<b></b>ipt>alert(1)</script>', '<script>alert(1)</script>'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['<a href="https://e.org/a">see <i>this</a> and <b>that', 'see this (https://e.org/a) and that'],
  ['<i><a href="https://e.org/a">this</a></i>', 'this (https://e.org/a)'],
  ['a&#xfdd0;b&#64977;c', 'abc'],
  ['<a href="data:text/html,x" onclick="alert(1)">x</a>', 'x'],
  ['&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>'],
  ['Tom &amp; Jerry &#233; &#xe9; &quot;q&quot; &unknown;', 'Tom & Jerry é é "q" &unknown;'],
  ['&#0;&#55296;', '&#0;&#55296;'],
  ['a\n\n\n\nb', 'a\n\nb'],
])('%j reads %j', (html, text) => {
  expect(htmlText(html)).toBe(text)
})

test('text without tags and entities stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/[<&]/.test(text) && !/\n{3}/.test(text))
      expect(htmlText(text)).toBe(text.trim())
    }),
  )
})
