// The bench fills its smallest data set, which it compares with its counters itself, on the product as it is.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const fillAndRead = `
  const { openFolder, openProduct } = await import('./bench/product.mjs')
  const { fill, readTargets } = await import('./bench/data-set.mjs')
  const product = await openProduct(openFolder(process.argv[1]), (database) => fill(database, 'S'))
  const { members, films } = await readTargets(product.database, 'S')
  await product.close()
  console.log(members.length, films.length)
`

test('the bench fills its smallest set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scene-bench-'))
  try {
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', fillAndRead, folder], {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    })
    expect(said).toMatch(/^1000 200$/m)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
