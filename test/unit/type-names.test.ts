import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no two modules export a type of one name', () => {
  const exported = globSync('src/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^export (?:type|interface|class|enum) (\w+)/gm)].map(
      ([, name = '']) => ({ name, path }),
    ),
  )
  expect(exported.length).toBeGreaterThan(300)
  const byName = Map.groupBy(exported, ({ name }) => name)
  expect([...byName.values()].filter((types) => types.length > 1)).toEqual([])
})
