import { codeOfStep, stepAt } from '#server/domains/accounts/totp.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Reads a key as an app does. */
function bytesOf(key: string): Buffer {
  const bits = Array.from(key, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** What an app with this key shows at a time, or so many steps later. */
export const codeOfApp = (key: string, at: Date, steps = 0) => codeOfStep(bytesOf(key), stepAt(at) + steps)
