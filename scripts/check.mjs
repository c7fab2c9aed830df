// npm run check: format, lint, types, import rules, unused code, packages. Prints one line a tool, all of a failing one.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'

const start = (program, args) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (out += chunk))
    child.on('close', (code) => resolve({ ok: code === 0, out }))
  })

const run = (command, args) => start(`node_modules/.bin/${command}`, args)

/**
 * A checker that silently reads almost nothing must not pass, so the number of files it has seen is compared with the
 * files there are.
 */
async function importRules() {
  const files = globSync('src/**/*.{ts,tsx}').length
  const { ok, out } = await run('depcruise', ['--output-type', 'json', 'src'])
  let summary
  try {
    summary = JSON.parse(out).summary
  } catch {
    return { ok: false, out }
  }
  const read = JSON.parse(out).modules.filter((module) => module.source.startsWith('src/')).length
  const violations = summary.violations.map(({ rule, from, to }) => `  ${rule.name}: ${from} -> ${to}`)
  if (read < files)
    violations.push(`  only ${read} of ${files} modules were read: the checker does not see the tree`)
  return {
    ok: ok && violations.length === 0,
    out: violations.join('\n'),
    note: `${read} modules, ${summary.totalDependenciesCruised} imports`,
  }
}

const tools = [
  ['types', () => run('../typescript-7/bin/tsc', ['-b'])],
  ['lint', () => run('oxlint', ['--type-aware', '.'])],
  ['import rules', importRules],
  ['unused code', () => run('knip', ['--no-progress'])],
  ['format', () => run('oxfmt', ['--check', '.'])],
  // The sources and licences of packages.
  ['packages', () => start(process.execPath, ['scripts/supply.mjs'])],
]

/** Two at a time, the longest first: more would share the cores of a small machine. */
const waiting = [...tools]
let failed = 0
async function work() {
  for (let tool = waiting.shift(); tool; tool = waiting.shift()) await inspect(...tool)
}

async function inspect(name, check) {
  const { ok, out, note } = await check()
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}${note ? ` (${note})` : ''}`)
  if (!ok) {
    failed += 1
    console.log(out.trimEnd())
  }
}
await Promise.all([work(), work()])
console.log(`check: ${tools.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
