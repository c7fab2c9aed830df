// npm run check: format, lint, types, import rules, unused code. Prints one line a tool, all of a failing one.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'

const run = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${command}`, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (out += chunk))
    child.on('close', (code) => resolve({ ok: code === 0, out }))
  })

/** A checker that silently reads almost nothing must not pass: it has to see the files that are there. */
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
  ['format', () => run('oxfmt', ['--check', '.'])],
  ['lint', () => run('oxlint', ['--type-aware', '.'])],
  ['types', () => run('tsc', ['-b'])],
  ['import rules', importRules],
  ['unused code', () => run('knip', ['--no-progress'])],
]

let failed = 0
for (const [name, check] of tools) {
  const { ok, out, note } = await check()
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}${note ? ` (${note})` : ''}`)
  if (!ok) {
    failed += 1
    console.log(out.trimEnd())
  }
}
console.log(`check: ${tools.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
