import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { routePatterns } from '#shared/paths.ts'

it('spells the addresses of screens in src/shared/paths.ts alone', () => {
  const first = [...new Set(Object.values(routePatterns).map((pattern) => pattern.split('/')[1]))].filter(
    Boolean,
  )
  const spelled = new RegExp(`['"\`}]/(?:${first.join('|')})(?:['"\`/?]|$)`, 'gm')
  const files = globSync(
    'src/{web,server/domains/{previews,notifications,accounts},server/adapters/mail}/**/*.{ts,tsx}',
  )
  const findings = files
    .filter((file) => !/\.test\.|^src\/web\/app\//.test(file))
    .flatMap((file) => (readFileSync(file, 'utf8').match(spelled) ?? []).map((found) => `${file}: ${found}`))
  expect(files.length).toBeGreaterThan(300)
  expect(findings).toEqual([])
})
