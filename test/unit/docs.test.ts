import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md'])

test.each(pages)('%s names files that are there', (page) => {
  const text = readFileSync(page, 'utf8')
  const named = [...text.matchAll(/`((?:src|test|docs|scripts|bench)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  )
  expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([])
})

// The changelog also names what is gone.
test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names commands that there are', (page) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = [...readFileSync(page, 'utf8').matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('pages are found, and some of them name files', () => {
  expect(pages.length).toBeGreaterThan(10)
})

test('the page on security is what its command writes', () => {
  const written = execFileSync(process.execPath, ['scripts/trust.mjs', '--page'], { encoding: 'utf8' })
  expect(readFileSync('docs/security.md', 'utf8')).toBe(written)
})
