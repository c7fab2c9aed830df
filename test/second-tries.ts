import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter } from 'vitest/node'

/** Tells which tests passed at a second try only, and why the first failed; their names go to a file for scripts/test.mjs. */
export function secondTries(path: string): Reporter {
  return {
    onTestRunEnd(modules) {
      const names: string[] = []
      for (const { moduleId, children } of modules)
        for (const test of children.allTests())
          if (test.diagnostic()?.flaky) {
            const name = `${relative(process.cwd(), moduleId)}: ${test.fullName}`
            const faults = test.result().errors?.map(({ message }) => message) ?? []
            console.log(['at the second try: ' + name, ...faults].join('\n  '))
            names.push(name)
          }
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(names))
    },
  }
}
