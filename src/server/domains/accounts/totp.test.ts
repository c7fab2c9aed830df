import { expect, test } from 'vitest'
import { base32, codeOfStep, otpauthAddress, stepAt, stepsOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B; the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %s seconds is that of RFC 6238', (seconds, code) => {
  expect(codeOfStep(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('a code holds one step before and after its own', () => {
  const at = (steps: number) => new Date((1000 + steps) * 30_000)
  const code = codeOfStep(secret, 1000)
  for (const steps of [-1, 0, 1]) expect(stepsOfCode(secret, code, at(steps))).toEqual([1000])
  for (const steps of [-2, 2]) expect(stepsOfCode(secret, code, at(steps))).toEqual([])
})

// RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('apps read whose key it is', () => {
  const address = new URL(otpauthAddress(secret, 'layla'))
  expect([address.protocol, address.host, address.pathname]).toEqual(['otpauth:', 'totp', '/Scene%3Alayla'])
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Scene',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
