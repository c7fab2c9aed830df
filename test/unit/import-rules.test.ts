import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let tree = ''

interface Report {
  summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number }
}

function check(): Report['summary'] {
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/.bin/depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'src',
    ],
    { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const report: Report = JSON.parse(stdout)
  return report.summary
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

/** Each rule with one file that breaks it, by what it imports. */
const planted: [rule: string, from: string, imports: string][] = [
  ['shared-is-pure', 'src/shared/a.ts', 'node:fs'],
  ['server-not-to-web', 'src/server/core/web.ts', '#web/lib/a.ts'],
  ['web-not-to-server', 'src/web/lib/server.ts', '#server/core/a.ts'],
  ['built-in-stands-alone', 'src/built-in/gifs/server.ts', '#server/core/a.ts'],
  ['built-in-through-adapters', 'src/server/domains/gifs/built-in.ts', '#built-in/gifs/a.ts'],
  ['server-config-imports-upward', 'src/server/config.ts', './db/a.ts'],
  ['server-db-imports-upward', 'src/server/db/up.ts', '../core/a.ts'],
  ['server-core-imports-upward', 'src/server/core/up.ts', '../adapters/mail/a.ts'],
  ['server-adapters-imports-upward', 'src/server/adapters/up.ts', '../context.ts'],
  ['server-context-imports-upward', 'src/server/events.ts', './domains/media/a.service.ts'],
  ['server-domains-imports-upward', 'src/server/domains/media/up.ts', '../../app.ts'],
  ['server-app-imports-upward', 'src/server/web-files.ts', './main.mjs'],
  ['domain-media-imports-higher', 'src/server/domains/media/b.ts', '../films/a.service.ts'],
  ['domain-films-imports-higher', 'src/server/domains/films/b.ts', '../members/a.service.ts'],
  ['domain-members-imports-higher', 'src/server/domains/members/b.ts', '../accounts/a.service.ts'],
  ['domain-accounts-imports-higher', 'src/server/domains/accounts/b.ts', '../shelves/a.service.ts'],
  ['domain-shelves-imports-higher', 'src/server/domains/shelves/b.ts', '../replies/a.service.ts'],
  ['domain-replies-imports-higher', 'src/server/domains/replies/b.ts', '../logs/a.service.ts'],
  ['domain-logs-imports-higher', 'src/server/domains/logs/b.ts', '../film-page/a.service.ts'],
  ['domain-film-page-imports-higher', 'src/server/domains/film-page/b.ts', '../sharing/a.service.ts'],
  ['domain-sharing-imports-higher', 'src/server/domains/sharing/b.ts', '../notifications/a.service.ts'],
  ['domain-assistant-imports-higher', 'src/server/domains/assistant/b.ts', '../notifications/a.service.ts'],
  [
    'domain-notifications-imports-higher',
    'src/server/domains/notifications/b.ts',
    '../account-deletion/a.service.ts',
  ],
  ['domains-through-service-and-views', 'src/server/domains/logs/c.ts', '../media/a.queries.ts'],
  ['domains-through-service-and-views', 'src/server/domains/logs/d.ts', '../media/index.ts'],
  ['app-through-index-and-services', 'src/server/app.ts', './domains/media/a.queries.ts'],
  ['ui-knows-nothing', 'src/web/ui/a.ts', 'react-router'],
  ['ui-knows-nothing', 'src/web/ui/b.ts', '#web/features/logs/a.ts'],
  ['lib-is-below', 'src/web/lib/b.ts', '#web/features/logs/a.ts'],
  ['features-below-pages-and-app', 'src/web/features/logs/b.ts', '#web/pages/a.page.ts'],
  ['pages-below-app', 'src/web/pages/b.page.ts', '#web/app/a.ts'],
  ['pages-stand-alone', 'src/web/pages/c.page.ts', './a.page.ts'],
  ['product-not-to-tests', 'src/server/core/t.ts', '#test/a.ts'],
  ['no-unresolvable', 'src/server/core/gone.ts', './nowhere.ts'],
]

const sound = [
  'src/built-in/gifs/a.ts',
  'src/server/core/a.ts',
  'src/server/db/a.ts',
  'src/server/adapters/mail/a.ts',
  'src/server/context.ts',
  'src/server/app.ts',
  'src/server/main.mjs',
  ...[
    'media',
    'films',
    'members',
    'gifs',
    'accounts',
    'posters',
    'shelves',
    'lists',
    'replies',
    'logs',
    'film-page',
    'sharing',
    'previews',
    'assistant',
    'transfer',
    'notifications',
    'account-deletion',
  ].map((domain) => `src/server/domains/${domain}/a.service.ts`),
  'src/server/domains/media/a.queries.ts',
  'src/server/domains/media/index.ts',
  'src/web/lib/a.ts',
  'src/web/features/logs/a.ts',
  'src/web/pages/a.page.ts',
  'src/web/app/a.ts',
  'test/a.ts',
]

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'scene-rules-'))
  for (const file of ['package.json', '.dependency-cruiser.mjs']) cpSync(join(root, file), join(tree, file))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const path of sound) write(path, 'export const a = 1\n')
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

test('a sound tree has no violation, and every module is read', () => {
  const summary = check()
  expect(summary.violations).toEqual([])
  expect(summary.totalCruised).toBeGreaterThanOrEqual(sound.length - 1)
})

test('one violation of each rule is caught', () => {
  for (const [, from, imports] of planted)
    write(from, `import * as it from '${imports}'\nexport const b = it\n`)
  write('src/web/features/loop/a.ts', "import { b } from './b.ts'\nexport const a = b\n")
  write('src/web/features/loop/b.ts', "import { a } from './a.ts'\nexport const b = a\n")
  const { violations } = check()
  const caught = (rule: string, from: string) =>
    violations.some((violation) => violation.rule.name === rule && violation.from === from)
  for (const [rule, from] of planted) expect(caught(rule, from), `${rule} in ${from}`).toBe(true)
  expect(violations.some((violation) => violation.rule.name === 'no-circular')).toBe(true)
})

test('every domain has its place in the order, and the same one wherever the order is written', () => {
  const rules = readFileSync(join(root, '.dependency-cruiser.mjs'), 'utf8')
  const domains = [...(/const domains = \[([^\]]+)\]/.exec(rules)?.[1]?.match(/[\w-]+/g) ?? [])]
  const folders = readdirSync(join(root, 'src/server/domains'))
  expect(domains.toSorted()).toEqual(folders.toSorted())

  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  expect(/Domains form a line: ([\w\s,-]+)\./.exec(page)?.[1]?.split(/,\s+/)).toEqual(domains)

  const list = readFileSync(join(root, 'src/server/domain-list.ts'), 'utf8')
  const folderOf = new Map(
    [...list.matchAll(/import \{ (\w+) \} from '\.\/domains\/([\w-]+)\/index\.ts'/g)].map(
      ([, name = '', folder = '']) => [name, folder],
    ),
  )
  const mounted = /domains: [^[]+\[\] = \[([\w\s,]+)\]/.exec(list)?.[1]?.match(/\w+/g) ?? []
  expect(mounted.map((name) => folderOf.get(name))).toEqual(
    domains.filter((domain) => [...folderOf.values()].includes(domain)),
  )
  expect(mounted).toHaveLength(folderOf.size)
})
