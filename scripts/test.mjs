// npm test: everything, in the order in which a failure is told soonest. Closes with one plain line of counts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensurePrograms } from './ensure-programs.mjs'

const programs = ensurePrograms()
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results', { recursive: true })

const stages = [
  ['check', ['scripts/check.mjs']],
  ['unit, component and server tests', ['node_modules/vitest/vitest.mjs', 'run']],
  ['build', ['scripts/build-web.mjs', '--if-missing']],
  ['browser journeys', ['node_modules/@playwright/test/cli.js', 'test']],
]

const broken = []
for (const [name, args] of stages) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, ...programs },
  })
  if (status === 0) continue
  broken.push(name)
  console.log(`== ${name}: failed`)
  if (name === 'build') break
}

const report = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)
const vitest = report('test-results/vitest.json')
const playwright = report('test-results/playwright.json')
const flaky = playwright?.stats.flaky ?? 0
const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0) + flaky
const failedTests = (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0)
// A stage may break without a failed test: a check, a build, a file of tests that did not close.
const failed = Math.max(failedTests, broken.length)
const skipped = (vitest?.numPendingTests ?? 0) + (playwright?.stats.skipped ?? 0)
if (flaky > 0) console.log(`\n${flaky} of these passed at the second try only: see above`)
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
