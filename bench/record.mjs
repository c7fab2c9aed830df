// Appends a run's figures as one line to bench/results/<size>.jsonl, which is kept with the code that was measured.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './product.mjs'

/** The commit, with a plus where files were changed since; null without Git. */
function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    return (
      git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '--', 'src', 'bench') ? '+' : '')
    )
  } catch {
    return null
  }
}

/**
 * A JSON replacer that keeps lines small: numbers are rounded to four digits; texts of answers, long lists and single
 * kinds are left out.
 */
const brief = (key, value) => {
  if (key === 'sample' || (key === 'kinds' && Object.keys(value).length < 2)) return undefined
  if (typeof value === 'number') return Number(value.toPrecision(4))
  return Array.isArray(value) && value.length > 30 ? undefined : value
}

/** `run`: size, seconds, encoding, noisy, results; `postgres` is the server's version. */
export function record(run, postgres) {
  const folder = join(root, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const { size, ...rest } = run
  const line = {
    date: new Date().toISOString().slice(0, 16),
    commit: commit(),
    machine: {
      cores: cpus().length,
      cpu: cpus()[0]?.model,
      gigabytes: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      postgres,
    },
    size,
    ...rest,
  }
  appendFileSync(join(folder, `${size}.jsonl`), `${JSON.stringify(line, brief)}\n`)
}
