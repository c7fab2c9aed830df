// Shows that each check finds what it is there for: its faults are planted one by one in a copy of the tree, and the
// narrowest command that must find each fails there, having passed without it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ensurePrograms } from '../ensure-programs.mjs'
import { quickFolder } from '../quick-folder.mjs'
import { faults } from './faults.mjs'
import { runOther, runTests, sum } from './run.mjs'

/** The tree as it stands, uncommitted changes too; packages are linked. */
function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'scene-faults-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('docs/screenshots/'))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file), { dereference: false })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  // A git repository, since some programs ask git for the files.
  execFileSync('git', ['init', '-q'], { cwd: folder })
  execFileSync('git', ['add', '-A'], { cwd: folder })
  return folder
}

/**
 * Plants the fault in the copy. @returns a function that removes it @throws when it does not fit the tree any more
 */
function plant(folder, { file, find, put }) {
  const path = join(folder, file)
  const sound = readFileSync(path, 'utf8')
  const times = sound.split(find).length - 1
  if (times !== 1)
    throw new Error(`${file} has what is to be replaced ${times} times: mend scripts/trust/faults.mjs`)
  writeFileSync(
    path,
    sound.replace(find, () => put),
  )
  return () => writeFileSync(path, sound)
}

async function runIn(folder, env, { tests, only, command }) {
  const options = { cwd: folder, env }
  // A client that was built earlier does not have this fault.
  if (command?.kind === 'browser') rmSync(join(folder, 'dist'), { recursive: true, force: true })
  if (command) return runOther(command, options)
  return sum([...(await runTests(tests, { ...options, only })).values()])
}

/** @returns whether every fault was found */
export async function plantFaults(checks) {
  const folder = copyTree()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const env = { ...ensurePrograms(), TMPDIR: quickFolder() }
  const wanted = checks.flatMap(({ number, name }) =>
    faults
      .filter(({ check }) => check === number)
      .map((fault) => ({ fault, label: `${String(number).padStart(2)} ${name}` })),
  )
  let missed = 0
  for (const { fault, label } of wanted) {
    try {
      const sound = await runIn(folder, env, fault.run)
      if (sound.failed.length > 0 || sound.broken)
        throw new Error(`it fails without the fault: ${sound.failed[0] ?? sound.broken}`)
      const mend = plant(folder, fault)
      const found = await runIn(folder, env, fault.run)
      mend()
      // A tree that does not run at all has no failed test: nothing was found out.
      if (found.failed.length === 0) throw new Error(found.broken ?? `${found.passed} tests passed with it`)
      console.log(
        `caught ${label}: ${fault.says}\n       by ${found.failed.length} of ${found.failed.length + found.passed}: ${found.failed[0]}`,
      )
    } catch (error) {
      missed += 1
      console.log(`MISSED ${label}: ${fault.says}\n       ${error.message}`)
    }
  }
  console.log(`planted: ${wanted.length - missed} caught, ${missed} missed`)
  return missed === 0
}
