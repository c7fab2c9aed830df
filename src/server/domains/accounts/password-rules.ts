import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { ErrorCode } from '#shared/errors.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'

/** What NIST SP 800-63B asks for at minLength. */
const advisedLength = 8

/** The smallest length of a new password: `minLength`, or more when the operator requires it. */
export function newPasswordLength({ config }: Pick<Context, 'config'>, minLength: number): number {
  const rules = config.passwordRules === 'advised' ? advisedLength : 0
  return Math.max(minLength, config.passwordMinLength, rules)
}

/** One a line, in lower case, eight characters or more: shorter ones are refused anyway. */
const listPath = new URL('known-passwords.txt.br', import.meta.url)
let known: ReadonlySet<string> | undefined

const isKnown = (password: string): boolean => {
  known ??= new Set(brotliDecompressSync(readFileSync(listPath)).toString().split('\n'))
  return known.has(password.normalize('NFKC').toLowerCase())
}

/** The rules for a password that replaces another, also after a reset. */
export const changedPassword = {
  minLength: 6,
  tooShort: 'auth.reset_password_short',
  field: 'newPassword',
} as const

/** @throws `tooShort`, or auth.password_known for one of the best known passwords where the operator refuses those */
export function requireNewPassword(
  ctx: Pick<Context, 'config'>,
  password: string,
  { minLength, tooShort, field }: { minLength: number; tooShort: ErrorCode; field: string },
): void {
  const min = newPasswordLength(ctx, minLength)
  if (password.length < min)
    throw fail(tooShort, {
      issues: [{ path: field, message: `at least ${min} characters`, params: { min } }],
    })
  if (ctx.config.passwordRules === 'advised' && isKnown(password)) throw fail('auth.password_known')
}
