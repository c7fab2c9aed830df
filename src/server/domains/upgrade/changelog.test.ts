import { expect, test } from 'vitest'
import { adviceBetween, adviceIn } from './changelog.ts'

const changelog = `# Changelog

## Unreleased

### What to do

- Take a breath.

### What is new

- Nothing to do.

## 1.10.0 (2026-11-23)

News.

### What to do

- Set \`A\`.
  It goes on.

## [1.9.0] - 2026-10-01

Nothing to do here.

## 1.2.0

### What to do

## v1.1.0

### what to do
Old.

# Appendix
### What to do
- Not of a version.
`

test('it is read by its headings', () => {
  expect(adviceIn(changelog)).toEqual([
    { version: null, lines: ['- Take a breath.'] },
    { version: '1.10.0', lines: ['- Set `A`.', '  It goes on.'] },
    { version: '1.1.0', lines: ['Old.'] },
  ])
  expect(adviceIn(changelog.replaceAll('\n', '\r\n'))).toEqual(adviceIn(changelog))
  expect(adviceIn('')).toEqual([])
})

test.each([
  [null, '1.10.0', [null, '1.10.0', '1.1.0']],
  ['1.0.0', '1.9.0', [null, '1.1.0']],
  ['1.1.0', '1.10.0', [null, '1.10.0']],
  ['1.9.0', '1.10.0', [null, '1.10.0']],
  ['1.10.0', '1.10.0', [null]],
] as const)('between %s and %s', (last, current, wanted) => {
  expect(adviceBetween(adviceIn(changelog), last, current).map(({ version }) => version)).toEqual(wanted)
})
