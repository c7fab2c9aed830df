// How the commands of checks are run, and what they counted.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/**
 * @typedef {{ passed: number, failed: string[], skipped: string[], broken: string | null }} Outcome
 * `failed` and `skipped` are names of tests; `broken` says why a command has no counts.
 */

/** @returns {Promise<{ status: number | null, out: string }>} */
function start(args, { cwd, env }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (out = (out + chunk).slice(-200_000)))
    child.on('close', (status) => resolve({ status, out }))
  })
}

const lastLines = (out) => out.trimEnd().split('\n').slice(-15).join('\n')

/** Vitest's report, by file. @returns {Map<string, Outcome>} */
function byFile(report, cwd) {
  return new Map(
    report.testResults.map(({ name, status, message, assertionResults }) => {
      const named = (wanted) =>
        assertionResults.filter((test) => wanted.includes(test.status)).map((test) => test.fullName)
      const passed = named(['passed']).length
      const failed = named(['failed'])
      const skipped = named(['pending', 'skipped', 'todo'])
      const fell = status === 'failed' && failed.length === 0
      return [
        relative(cwd, name),
        { passed, failed, skipped, broken: fell ? `it did not run: ${message.trim().slice(0, 500)}` : null },
      ]
    }),
  )
}

/**
 * Runs files of tests at once, and answers what each of them counted.
 * @param {{ config?: string, only?: string }} options
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function runTests(files, { cwd, env = {}, config, only }) {
  // Where each configuration has it.
  const name = config ? basename(dirname(config)) : 'vitest'
  const report = join(cwd, 'test-results', `${name}.json`)
  rmSync(report, { force: true })
  const { out } = await start(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      ...(config ? ['--config', config] : []),
      ...(only ? ['-t', only] : []),
    ],
    { cwd, env },
  )
  const counted = existsSync(report)
    ? byFile(JSON.parse(readFileSync(report, 'utf8')), cwd)
    : /** @type {Map<string, Outcome>} */ (new Map())
  for (const file of files)
    if (!counted.has(file))
      counted.set(file, { passed: 0, failed: [], skipped: [], broken: `it did not run:\n${lastLines(out)}` })
  return counted
}

async function runBrowser({ files, only }, { cwd, env }) {
  const report = join(cwd, 'test-results', 'trust-browser.json')
  rmSync(report, { force: true })
  const { out } = await start(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--project=behaviour',
      // One that holds at the second try only does not hold.
      '--retries=0',
      ...files,
      ...(only ? ['-g', only] : []),
    ],
    { cwd, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  )
  const none = { passed: 0, failed: [], skipped: [] }
  if (!existsSync(report)) return { ...none, broken: lastLines(out) }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const titles = ({ specs = [], suites: within = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => title),
    ...within.flatMap(titles),
  ]
  const passed = stats.expected + stats.flaky
  const failed = suites.flatMap(titles)
  const broken = passed + failed.length === 0 ? lastLines(out) : null
  return { passed, failed, skipped: Array.from({ length: stats.skipped }, () => 'a journey'), broken }
}

/** The last line of counts of a script; its lines of faults are its failed tests. */
async function runScript({ file, args = [] }, options) {
  const { status, out } = await start([file, ...args], options)
  const counts = [...out.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)
  if (!counts) return { passed: 0, failed: [], skipped: [], broken: lastLines(out) }
  const isFault = (line) => line.startsWith('FAILED ')
  const failed = out
    .split('\n')
    .filter(isFault)
    .map((line) => line.slice(7).trim())
  if (status !== 0 && failed.length === 0) failed.push(lastLines(out))
  return { passed: Number(counts[1]), failed, skipped: [], broken: null }
}

/** What needs parts of Debian: Vitest's own words are the counts. */
async function runParts({ what }, options) {
  const { status, out } = await start(['scripts/test-parts.mjs', what], options)
  // oxlint-disable-next-line no-control-regex -- colours
  const plain = out.replaceAll(/\u001B\[[\d;]*m/g, '')
  const counts = /Tests +(.*)$/m.exec(plain)?.[1]
  if (counts === undefined) return { passed: 0, failed: [], skipped: [], broken: lastLines(plain) }
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(counts)?.[1] ?? 0)
  const failed = [...plain.matchAll(/^ *(?:FAIL|×) +(.*)$/gm)].map(([, name]) => name)
  if (status !== 0 && failed.length === 0) failed.push(lastLines(plain))
  const skipped = Array.from({ length: count('skipped') }, () => 'a test')
  return { passed: count('passed'), failed, skipped, broken: null }
}

/** Runs what is not a file of `npm test -- --all`. @returns {Promise<Outcome>} */
export async function runOther(command, options) {
  if (command.kind === 'browser') return runBrowser(command, options)
  if (command.kind === 'parts') return runParts(command, options)
  if (command.kind === 'script') return runScript(command, options)
  const { config, env, files = [] } = command
  const counted = await runTests(files, {
    ...options,
    config,
    env: { ...options.env, ...env },
  })
  return sum([...counted.values()])
}

/** @param {Outcome[]} outcomes @returns {Outcome} */
export function sum(outcomes) {
  const faults = outcomes.flatMap(({ broken }) => broken ?? [])
  const passed = outcomes.reduce((all, outcome) => all + outcome.passed, 0)
  const failed = outcomes.flatMap((outcome) => outcome.failed)
  if (passed + failed.length === 0 && faults.length === 0) faults.push('nothing ran')
  return {
    passed,
    failed,
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    broken: faults.length > 0 ? faults.join('\n') : null,
  }
}

/** How a command is called by hand. */
export function spelled(command) {
  if (command.kind === 'browser') return `npx playwright test ${command.files.join(' ')}`
  if (command.kind === 'parts') return `npm run test:${command.what}`
  if (command.kind === 'script') return `node ${[command.file, ...command.args].join(' ')}`
  return `npx vitest run --config ${command.config}`
}
