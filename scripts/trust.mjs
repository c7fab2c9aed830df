// npm run trust: the 25 checks of trust (scripts/trust/checks.mjs), all or those whose numbers are given. `--fast` leaves
// out what is not part of `npm test -- --all`, `--list` names them, `--plant` shows each of them failing on a fault that is planted
// in a copy (scripts/trust/faults.mjs), `--write` writes docs/security.md and
// `--page` shows it. What cannot run here fails, and is told.
import { mkdirSync } from 'node:fs'
import { ensurePrograms } from './ensure-programs.mjs'
import { quickFolder } from './quick-folder.mjs'
import { checks } from './trust/checks.mjs'
import { plantFaults } from './trust/plant.mjs'
import { runOther, runTests, spelled, sum } from './trust/run.mjs'
import { writeSecurityPage } from './trust/security-page.mjs'

const given = process.argv.slice(2)
const numbers = given.filter((argument) => /^\d+$/.test(argument)).map(Number)
const unknown = given.filter(
  (argument) => !/^(\d+|--(fast|list|plant|write|page))$/.test(argument) || Number(argument) > checks.length,
)
if (unknown.length > 0) {
  console.error(
    `npm run trust does not know ${unknown.join(' ')}: numbers from 1 to ${checks.length}, --fast, --list, --plant, --write`,
  )
  process.exit(2)
}
const isFast = given.includes('--fast')
const wanted = checks.filter(({ number }) => numbers.length === 0 || numbers.includes(number))
const label = ({ number, name }) => `${String(number).padStart(2)} ${name}`

function list() {
  for (const check of wanted) {
    const fast = (check.tests?.length ?? 0) + (check.fast?.length ?? 0)
    console.log(`${label(check)}: ${check.says}`)
    if (check.tests) console.log(`     npm test -- ${check.tests.join(' ')}`)
    for (const command of [...(check.fast ?? []), ...(check.more ?? [])])
      console.log(`     ${spelled(command)}`)
    if (fast === 0) console.log('     not part of npm test -- --all')
  }
}

async function runChecks() {
  mkdirSync('test-results', { recursive: true })
  const options = { cwd: process.cwd(), env: { ...ensurePrograms(), TMPDIR: quickFolder() } }
  // Files that several checks share run once.
  const files = [...new Set(wanted.flatMap(({ tests = [] }) => tests))]
  if (files.length > 0) console.log(`${files.length} files of tests run first`)
  const counted = files.length > 0 ? await runTests(files, options) : new Map()
  let failed = 0
  let left = 0
  for (const check of wanted) {
    // What is part of `npm test -- --all` of a command is part of the whole one.
    const others = (isFast ? check.fast : check.more) ?? []
    const outcomes = (check.tests ?? []).map((file) => counted.get(file))
    for (const command of others) outcomes.push(await runOther(command, options))
    if (outcomes.length === 0) {
      left += 1
      console.log(
        `-      ${label(check)} (nothing of it is fast: ${(check.more ?? []).map(spelled).join(', ')})`,
      )
      continue
    }
    const outcome = sum(outcomes)
    // What was skipped lacks something here: a check that did not look is not one that found nothing.
    const isFine = outcome.failed.length === 0 && outcome.skipped.length === 0 && outcome.broken === null
    if (!isFine) failed += 1
    const ran = [...(check.tests ? [`${check.tests.length} files`] : []), ...others.map(spelled)].join(', ')
    console.log(`${isFine ? 'ok    ' : 'FAILED'} ${label(check)} (${ran}; ${outcome.passed} tests)`)
    for (const name of outcome.failed) console.log(`       failed: ${name}`)
    for (const name of new Set(outcome.skipped)) console.log(`       could not run here: ${name}`)
    if (outcome.broken) console.log(outcome.broken.replaceAll(/^/gm, '       '))
  }
  const rest = left > 0 ? `, ${left} left out` : ''
  console.log(`trust: ${wanted.length - failed - left} passed, ${failed} failed${rest}`)
  return failed === 0
}

// Ended from outside it ends as at its end: its folder goes too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
let isFine = true
if (given.includes('--list')) list()
else if (given.includes('--write') || given.includes('--page'))
  writeSecurityPage(given.includes('--page') ? null : 'docs/security.md')
else if (given.includes('--plant')) isFine = await plantFaults(wanted)
else isFine = await runChecks()
process.exitCode = isFine ? 0 : 1
