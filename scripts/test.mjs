// npm test: whether Scene works, and with --all what is long, what single screens promise and how every one looks as well.
// With paths only what concerns them. Closes with one plain line of counts.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { relative } from 'node:path'
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
  secondTries: 'test-results/second-tries.json',
})
/** Servers and databases that are killed while members write; the full number of rounds is `npm run test:crash`. */
const drills = {
  name: 'drills',
  args: vitest('run', '--config', 'test/drills/vitest.config.ts'),
  report: 'test-results/drills.json',
  env: { CRASH_ROUNDS: '3' },
}
/** Groups follow one another; what is in one group runs at the same time. */
function groupsOf() {
  if (paths.length === 0) {
    // One after another: each keeps two cores busy, and beside each other they miss what is shown for seconds only.
    return given.includes('--all')
      ? [[check, build], [suite('run')], [drills], [playwright('browser')]]
      : [
          [check, build],
          [{ ...suite('run'), env: { WITHOUT_LONG: '1' } }],
          [playwright('browser', 'test/e2e/journeys')],
        ]
  }
  const inBrowser = paths.filter((path) => path.includes('test/e2e'))
  const others = paths.filter((path) => !inBrowser.includes(path))
  // For a source file, the tests that import it are run.
  const isSource = (path) => /(?<!\.test)\.tsx?$/.test(path) && statSync(path, { throwIfNoEntry: false })
  const sources = others.filter(isSource)
  const filters = others.filter((path) => !isSource(path))
  return [
    ...(filters.length > 0 ? [[suite('run', ...filters)]] : []),
    ...(sources.length > 0 ? [[suite('related', '--run', ...sources)]] : []),
    ...(inBrowser.length > 0 ? [[build], [playwright('browser', ...inBrowser)]] : []),
  ]
}

// Programs that write to a pipe leave colours out unless told otherwise.
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
const environment = { ...process.env, ...ensurePrograms(), TMPDIR: quickFolder() }
// When ended by a signal it exits in the usual way, so that its folder is removed.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results', { recursive: true })

/** Resolves to whether the stage succeeded, each of its chunks handed to `tell`. */
function run({ name, args, env }, tell) {
  const started = performance.now()
  tell(`\n== ${name}\n`)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...colours, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', tell)
    child.on('close', (status) => {
      const seconds = Math.round((performance.now() - started) / 1000)
      tell(`== ${name}: ${status === 0 ? 'done' : 'failed'} in ${seconds} s\n`)
      resolve(status === 0)
    })
  })
}

/**
 * Runs stages at the same time. The output of the first is printed at once, that of each other when those before it
 * have ended.
 */
async function runGroup(stages) {
  let told = 0
  const tales = stages.map(() => ({ kept: '', ended: false }))
  const catchUp = () => {
    for (; told < tales.length; told += 1) {
      process.stdout.write(tales[told].kept)
      tales[told].kept = ''
      if (!tales[told].ended) return
    }
  }
  return Promise.all(
    stages.map(async (stage, at) => {
      const passed = await run(stage, (chunk) => {
        tales[at].kept += chunk
        if (at === told) catchUp()
      })
      tales[at].ended = true
      catchUp()
      return passed
    }),
  )
}

const count = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
const failures = []

/** Names of the tests that failed, from Vitest's report or Playwright's, whose suites hold suites. */
function failedIn(report) {
  const inFile = ({ name, assertionResults = [] }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(process.cwd(), name)}: ${fullName}`)
  const inSuite = ({ file, specs = [], suites = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(inSuite),
  ]
  return [...(report.testResults ?? []).flatMap(inFile), ...(report.suites ?? []).flatMap(inSuite)]
}

function add({ report, secondTries }) {
  if (!report || !existsSync(report)) return
  // Playwright's report has them; Vitest's has not.
  if (secondTries && existsSync(secondTries))
    count.flaky += JSON.parse(readFileSync(secondTries, 'utf8')).length
  const read = JSON.parse(readFileSync(report, 'utf8'))
  failures.push(...failedIn(read))
  // Vitest's counts, or Playwright's.
  const { expected = 0, unexpected = 0, skipped = 0, flaky = 0 } = read.stats ?? {}
  count.passed += (read.numPassedTests ?? 0) + expected + flaky
  count.failed += (read.numFailedTests ?? 0) + unexpected
  count.skipped += (read.numPendingTests ?? 0) + (read.numTodoTests ?? 0) + skipped
  count.flaky += flaky
}

let broken = 0
for (const group of groupsOf()) {
  const passed = await runGroup(group)
  broken += passed.filter((fine) => !fine).length
  for (const stage of group) add(stage)
  // Without a client there is nothing to open in a browser.
  if (group.includes(build) && !passed[group.indexOf(build)]) break
}

// A stage may fail without a failed test: a check, a build, a test file that did not finish.
const failed = Math.max(count.failed, broken)
// The closing lines say which, since what a long run printed of them is far above.
for (const failure of failures) console.log(`\nfailed: ${failure}`)
if (count.flaky > 0) console.log(`\n${count.flaky} of these passed at the second try only: see above`)
console.log(`\n${count.passed} passed, ${failed} failed, ${count.skipped} skipped`)
process.exitCode = failed > 0 || count.passed === 0 ? 1 : 0
