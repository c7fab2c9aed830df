import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const scene = fileURLToPath(new URL('scene.ts', import.meta.url))

test('names in the file .env that no setting has are told, without their values', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-settings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const key = join(folder, 'key')
  await writeFile(key, 'a key of thirty-two letters or more')
  const lines = [
    'PORT=4000',
    `SECRET_KEY_FILE=${key}`,
    'SMTP_ULR=smtp://a:hidden@mail.example',
    'PORT_FILE=a',
  ]
  await writeFile(join(folder, '.env'), lines.join('\n'))
  const { stdout } = await promisify(execFile)(process.execPath, [scene, 'config', 'print'], { cwd: folder })
  expect(stdout).toMatch(/^PORT +\.env +4000$/m)
  expect(stdout).toMatch(/^SECRET_KEY +file +\S+$/m)
  expect(stdout).toMatch(
    /\nPORT_FILE +\.env +is no setting of Scene\nSMTP_ULR +\.env +is no setting of Scene\n$/,
  )
  expect(stdout).not.toContain('hidden')
})
