import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'scene-secret-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return join(path, 'data')
}

const plain = Buffer.from('a secret')

test('what is sealed is opened by the same key for the same owner, and differs each time', async () => {
  const secretKey = 'k'.repeat(32)
  const [box, other] = [
    createSecretBox({ secretKey, dataDir: '' }),
    createSecretBox({ secretKey, dataDir: '' }),
  ]
  const sealed = await box.seal(plain, 'layla')
  expect(sealed.includes(plain)).toBe(false)
  expect(await box.seal(plain, 'layla')).not.toEqual(sealed)
  expect(await other.open(sealed, 'layla')).toEqual(plain)
  await expect(box.open(sealed, 'omar')).rejects.toThrow()
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  await expect(box.open(sealed, 'layla')).rejects.toThrow()
})

test('another key is told from what is damaged', async () => {
  const sealed = await createSecretBox({ secretKey: 'k'.repeat(32), dataDir: '' }).seal(plain, 'layla')
  const other = createSecretBox({ secretKey: 'l'.repeat(32), dataDir: '' })
  expect(await other.open(sealed, 'layla')).toBeNull()
  expect((await other.mark())?.equals(sealed.subarray(0, 4))).toBe(false)
})

test('without a setting a file is made once, for its owner only, by however many begin at once', async () => {
  const dataDir = await folder()
  const boxes = Array.from({ length: 8 }, () => createSecretBox({ secretKey: null, dataDir }))
  const sealed = await Promise.all(boxes.map((box) => box.seal(plain, 'layla')))
  for (const [index, box] of boxes.toReversed().entries())
    expect(await box.open(sealed[index] ?? Buffer.alloc(0), 'layla')).toEqual(plain)
  expect(await readdir(dataDir)).toEqual(['secret.key'])
  const path = join(dataDir, 'secret.key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path, 'utf8')).trim()).toMatch(/^[\w-]{43}$/)
})

test('a key that is lost is not replaced by looking for it', async () => {
  const dataDir = await folder()
  const sealed = await createSecretBox({ secretKey: null, dataDir }).seal(plain, 'layla')
  await rm(join(dataDir, 'secret.key'))
  const later = createSecretBox({ secretKey: null, dataDir })
  expect([await later.mark(), await later.open(sealed, 'layla')]).toEqual([null, null])
  expect(await readdir(dataDir)).toEqual([])
})
