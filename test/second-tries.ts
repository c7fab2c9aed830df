import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter } from 'vitest/node'

/** Tells which tests passed at a second try only, and writes their names to a file for scripts/test.mjs. */
export function secondTries(path: string): Reporter {
  return {
    onTestRunEnd(modules) {
      const names: string[] = []
      for (const { moduleId, children } of modules)
        for (const test of children.allTests())
          if (test.diagnostic()?.flaky) names.push(`${relative(process.cwd(), moduleId)}: ${test.fullName}`)
      for (const name of names) console.log(`at the second try: ${name}`)
      writeFileSync(path, JSON.stringify(names))
    },
  }
}
