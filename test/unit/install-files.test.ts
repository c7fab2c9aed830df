import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version, scripts } = JSON.parse(read('package.json')) as {
  version: string
  scripts: Record<string, string>
}

const { flags, memory } = (await import(resolve(root, 'scripts/process-options.mjs'))) as {
  flags: string[]
  memory: Record<string, string>
}

test.each([
  ['Dockerfile', /^CMD (\[.*\])$/m, (found: string) => (JSON.parse(found) as string[]).join(' ')],
  ['deploy/scene.service', /^ExecStart=\S+\/(node .*)$/m, (found: string) => found],
  ['docs/operating.md', /`(node --[^`]* src\/server\/main\.mjs)`/, (found: string) => found],
] as const)('%s starts Scene as npm start does', (path, pattern, toCommand) => {
  expect(scripts['start']).toBe('node scripts/start.mjs')
  const [, found = ''] = pattern.exec(read(path)) ?? []
  expect(toCommand(found)).toBe(['node', ...flags, 'src/server/main.mjs'].join(' '))
  const settings = Object.entries(memory).map(([name, value]) => `${name}=${value}`)
  expect(settings).toHaveLength(3)
  expect(read(path)).toContain(settings.join(' '))
})

test('one late answer to a look of HAProxy takes no server out, be it the only one left', () => {
  const falls = [...read('deploy/haproxy.cfg').matchAll(/^ {2}default-server .*\bfall (\d+)/gm)].map(
    ([, fall]) => Number(fall),
  )
  expect(falls).toHaveLength(3)
  expect(Math.min(...falls)).toBeGreaterThan(1)
})

test('the image bears the version of package.json, which the changelog knows', () => {
  expect(/^ARG VERSION=(.*)$/m.exec(read('Dockerfile'))?.[1]).toBe(version)
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`)
})

test('no setting that an operator may give can move the data of a container out of its volume', () => {
  const inside = /x-inside: &inside\n((?: {2}.*\n)+)/.exec(read('compose.yaml'))?.[1] ?? ''
  const set = [...inside.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name, value]) => `${name}=${value}`)
  const [, defaults = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? []
  expect(set).toEqual(defaults.split(' '))
})
