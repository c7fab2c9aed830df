import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, postmasterPid, startScene } from '#test/scene-process.ts'

const root = resolve(import.meta.dirname, '../..')

let dataDir = ''
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scene-command-'))
  chmodSync(dataDir, 0o755)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** The program as an operator calls it; rejects unless it ends with 0. */
async function scene(...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)('src/server/cli/scene.ts', [...args, '--json'], {
    cwd: root,
    env: { PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, SCENE_DATA_DIR: dataDir },
  })
  return JSON.parse(stdout)
}

test('it works beside a running Scene with its built-in database, which it leaves running, and without one', async () => {
  const running = await startScene({ SCENE_DATA_DIR: dataDir })
  const server = postmasterPid(dataDir)
  const login = await fetch(`${running.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'layla@scene.example', password: 'demo-scene' }),
  })
  const { token }: { token: string } = JSON.parse(await login.text())
  const ask = async () =>
    (await fetch(`${running.url}/api/admin/audit`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask()).toBe(404)
  expect(await scene('user', 'list', '--role', 'operator')).toEqual([])
  await scene('user', 'role', 'layla', 'operator', '--yes')
  // The process has kept the session, and is told.
  await expect.poll(ask).toBe(200)
  expect([(await fetch(`${running.url}/livez`)).status, postmasterPid(dataDir)]).toEqual([200, server])
  expect(await running.end('SIGTERM')).toBe(0)
  expect(isAlive(server)).toBe(false)

  expect(await scene('user', 'list', '--role', 'operator')).toMatchObject([{ username: 'layla' }])
  // The start remembered which version it was.
  await scene('backup', 'create', '--to', join(dataDir, 'before.tar.gz'))
  expect(await scene('upgrade', '--check')).toMatchObject({
    findings: expect.arrayContaining([
      { about: 'version', state: 'ok', seen: expect.stringContaining('ran last, started'), todo: null },
    ]),
  })
  // Nothing is left that a start would have to clear away.
  expect(() => postmasterPid(dataDir)).toThrow('ENOENT')
})
