import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import account from '#web/i18n/en.account.json' with { type: 'json' }

/** What an account screen can show; it starts with the texts of en.account.json alone. */
const sources = globSync([
  'src/web/features/accounts/*.{ts,tsx}',
  'src/web/pages/{login,signup,verify-email,forgot-password,verify-reset-code,reset-password}.page.tsx',
  'src/web/app/{frame,error-panel,error-boundary,greeting,guest-area,surroundings}.{ts,tsx}',
]).filter((path) => !path.includes('.test.'))

it('the texts of the account screens are all in their own catalogue', () => {
  const keys = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/['`]([a-z]\w+)\.\w+(?:\.[\w${}().]+)*['`]/g)]
      .filter(([text]) => !/\.(tsx?|css|jpg)['`]$/.test(text))
      .map(([, scope]) => scope ?? ''),
  )
  expect(keys.length).toBeGreaterThan(80)
  expect([...new Set(keys)].filter((scope) => !(scope in account))).toEqual([])
})
