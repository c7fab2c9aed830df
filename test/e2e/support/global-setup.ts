import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** Where the products of a run keep what they draw; named by the environment, which the workers inherit. */
export const pictures = 'SCENE_E2E_PICTURES'

/** What all browser tests of a run share: the built client, and the drawings, which cost more than most screens. */
export default function setup() {
  execFileSync(process.execPath, ['scripts/build-web.mjs', '--if-missing'], { cwd: root, stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'scene-e2e-pictures-'))
  chmodSync(folder, 0o755)
  process.env[pictures] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
