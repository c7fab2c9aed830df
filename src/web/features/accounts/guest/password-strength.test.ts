import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it.each([
  ['', 'weak'],
  ['abc', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['Password2026!', 'weak'],
  ['kettle', 'fair'],
  ['kettle-7', 'good'],
  ['salt harbour at dawn', 'strong'],
] as const)('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
