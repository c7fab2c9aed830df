import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlText } from './values.ts'

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
