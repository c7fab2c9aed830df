import { expect, test } from 'vitest'
import { hasRightChecksum, holdsPersonalToken, makePersonalToken, startOfToken } from './personal-token.ts'

test('a token is its prefix, thirty characters by chance and their CRC32, and each is another', () => {
  const made = Array.from({ length: 200 }, makePersonalToken)
  expect(new Set(made).size).toBe(200)
  for (const token of made) {
    expect(token).toMatch(/^scn_pat_[0-9A-Za-z]{36}$/)
    expect(hasRightChecksum(token)).toBe(true)
    expect(startOfToken(token)).toBe(token.slice(0, 16))
  }
})

test('the checksum is CRC32 in base 62, so that other programs can compute it', () => {
  // CRC32 of thirty zeros is 0x77e5db82.
  expect(hasRightChecksum(`scn_pat_${'0'.repeat(30)}2C8GjS`)).toBe(true)
})

test('any other character is found out', () => {
  const token = makePersonalToken()
  for (let at = 8; at < token.length; at++) {
    const other = token[at] === 'a' ? 'b' : 'a'
    expect(hasRightChecksum(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
  }
  for (const wrong of [token.slice(0, -1), `${token}a`, ` ${token}`, token.slice(8), token.toUpperCase(), ''])
    expect(hasRightChecksum(wrong)).toBe(false)
})

test('a token is seen wherever it stands in a text', () => {
  const token = makePersonalToken()
  for (const text of [token, `Bearer ${token}`, `{"a":["${token}"]}`])
    expect(holdsPersonalToken(text)).toBe(true)
  for (const text of ['', 'scn_pat_', token.slice(0, -1), `${token}x`])
    expect(holdsPersonalToken(text)).toBe(false)
})
