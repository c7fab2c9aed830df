// npm run test:cluster: two Scenes behind HAProxy, on PgBouncer, Redis, and a PostgreSQL with a replica under Patroni, as
// docs/scaling.md recommends. Everything listens on this machine only and is ended and removed at the end, whatever it is.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterPrograms, ensurePrograms } from './ensure-programs.mjs'

ensurePrograms(clusterPrograms)
const folder = mkdtempSync(join(tmpdir(), 'scene-cluster-'))
// PostgreSQL and PgBouncer refuse to be root, and have another account then.
chmodSync(folder, 0o755)

/** Every process of the run and PostgreSQL's own, which outlive who started them. */
function endAll() {
  const lists = [join(folder, 'pids'), ...globSync(join(folder, '*/data/postmaster.pid'))]
  for (const list of lists.filter((path) => existsSync(path))) {
    const lines = readFileSync(list, 'utf8').trim().split('\n')
    for (const pid of list.endsWith('pids') ? lines : lines.slice(0, 1)) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
  }
}

const child = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/cluster/vitest.config.ts'],
  { stdio: 'inherit', env: { ...process.env, SCENE_CLUSTER_FOLDER: folder } },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  endAll()
  if (code === 0) rmSync(folder, { recursive: true, force: true })
  else console.error(`What each part said is in ${folder}`)
  process.exitCode = code ?? 1
})
