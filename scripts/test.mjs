// npm test: whether Scene works, and with --all what single screens promise and how every one of them looks as well.
// With paths only what concerns them. Closes with one plain line of counts.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { ensurePrograms } from './ensure-programs.mjs'
import { quickFolder } from './quick-folder.mjs'

const given = process.argv.slice(2)
const paths = given.filter((argument) => !argument.startsWith('--'))

const vitest = (...args) => ['node_modules/vitest/vitest.mjs', ...args]
const playwright = (name, ...args) => ({
  name,
  args: ['node_modules/@playwright/test/cli.js', 'test', ...args],
  report: `test-results/${name}.json`,
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: `test-results/${name}.json` },
})
const check = { name: 'check', args: ['scripts/check.mjs'] }
const build = { name: 'build', args: ['scripts/build-web.mjs', '--if-missing'] }
const suite = (...args) => ({
  name: 'unit, component and server tests',
  args: vitest(...args),
  report: 'test-results/vitest.json',
})
/** Groups follow one another; what is in one group runs at the same time. */
function groupsOf() {
  if (paths.length === 0) {
    const projects = given.includes('--all') ? ['journeys', 'screens', 'looks'] : ['journeys']
    const browser = playwright('browser', ...projects.map((project) => `--project=${project}`))
    return [[check, build], [suite('run')], [browser]]
  }
  const inBrowser = paths.filter((path) => path.includes('test/e2e'))
  const others = paths.filter((path) => !inBrowser.includes(path))
  // A file of the product is what the tests that import it are about.
  const isSource = (path) => /(?<!\.test)\.tsx?$/.test(path) && statSync(path, { throwIfNoEntry: false })
  const sources = others.filter(isSource)
  const filters = others.filter((path) => !isSource(path))
  return [
    ...(filters.length > 0 ? [[suite('run', ...filters)]] : []),
    ...(sources.length > 0 ? [[suite('related', '--run', ...sources)]] : []),
    ...(inBrowser.length > 0 ? [[build], [playwright('browser', ...inBrowser)]] : []),
  ]
}

const environment = { ...process.env, ...ensurePrograms(), TMPDIR: quickFolder() }
// Ended from outside it ends as at its end: its folder goes too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results', { recursive: true })

/** Resolves to whether the stage succeeded. Beside others its output is kept until its end. */
function run({ name, args, env }, alone) {
  const started = performance.now()
  if (alone) console.log(`\n== ${name}`)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...env },
    })
    let out = alone ? '' : `\n== ${name}\n`
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (out += chunk))
    child.on('close', (status) => {
      const seconds = Math.round((performance.now() - started) / 1000)
      console.log(`${out}== ${name}: ${status === 0 ? 'done' : 'failed'} in ${seconds} s`)
      resolve(status === 0)
    })
  })
}

const count = { passed: 0, failed: 0, skipped: 0, flaky: 0 }

function add({ report }) {
  if (!report || !existsSync(report)) return
  const read = JSON.parse(readFileSync(report, 'utf8'))
  // Vitest's counts, or Playwright's.
  const { expected = 0, unexpected = 0, skipped = 0, flaky = 0 } = read.stats ?? {}
  count.passed += (read.numPassedTests ?? 0) + expected + flaky
  count.failed += (read.numFailedTests ?? 0) + unexpected
  count.skipped += (read.numPendingTests ?? 0) + (read.numTodoTests ?? 0) + skipped
  count.flaky += flaky
}

let broken = 0
for (const group of groupsOf()) {
  const passed = await Promise.all(group.map((stage) => run(stage, group.length === 1)))
  broken += passed.filter((fine) => !fine).length
  for (const stage of group) add(stage)
  // Without a client there is nothing to open in a browser.
  if (group.includes(build) && !passed[group.indexOf(build)]) break
}

// A stage may break without a failed test: a check, a build, a file of tests that did not close.
const failed = Math.max(count.failed, broken)
if (count.flaky > 0) console.log(`\n${count.flaky} of these passed at the second try only: see above`)
console.log(`\n${count.passed} passed, ${failed} failed, ${count.skipped} skipped`)
process.exitCode = failed > 0 || count.passed === 0 ? 1 : 0
