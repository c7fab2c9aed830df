import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** Names, in the environment, which the workers inherit, the folder of what the products of a run share. */
export const shared = 'SCENE_E2E_SHARED'

/** What all browser tests of a run share: the built client, and a folder for drawings and first databases. */
export default function setup() {
  execFileSync(process.execPath, ['scripts/build-web.mjs', '--if-missing'], { cwd: root, stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'scene-e2e-shared-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'pictures'))
  process.env[shared] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
