import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { registry } from '#shared/api/registry.ts'

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

/** The heading's anchor, as hosts of repositories make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

test.each(pages)('%s links to headings that are there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
  const isThere = (path: string, anchor: string) =>
    [...readFileSync(path ? join(dirname(page), path) : page, 'utf8').matchAll(/^#+ (.*)$/gm)].some(
      ([, heading = '']) => anchorOf(heading) === anchor,
    )
  const broken = links.filter(([, path = '', anchor = '']) => !isThere(path, anchor))
  expect(broken.map(([link]) => link)).toEqual([])
})

const pattern = (path: string) => path.replace(/:\w+/g, ':').replace(/\/$/, '')

test.each(pages)('%s names calls that there are', (page) => {
  const known = new Set(registry.map(({ endpoint }) => `${endpoint.method} ${pattern(endpoint.path)}`))
  const named = [
    ...readFileSync(page, 'utf8').matchAll(/`(GET|POST|PATCH|PUT|DELETE)\s(\/api\/[\w/:-]+)(?:\?[^`]*)?`/g),
  ]
  const unknown = named.filter(([, method = '', path = '']) => !known.has(`${method} ${pattern(path)}`))
  expect(unknown.map(([call]) => call)).toEqual([])
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
