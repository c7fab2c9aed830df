// The bench fills its data set, which it checks itself, and runs on the product as it is.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the bench fills its smallest set and measures the feed on it', () => {
  const said = execFileSync(process.execPath, ['bench/run.mjs', 'B1', '--seconds', '1', '--force'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(said).toMatch(/^\| B1 \| [\d,]+ \|/m)
  expect(said).not.toContain('were not 200')
})
