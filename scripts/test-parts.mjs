// npm run test:cluster: two Scenes behind HAProxy, on PgBouncer, Redis, and a PostgreSQL with a replica under Patroni, as
// docs/scaling.md recommends. npm run test:proxies: Scene behind Caddy and behind nginx, with the files of deploy.
// Everything listens on this machine only and is ended and removed at the end, whatever it is.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterPrograms, ensurePrograms, proxyPrograms } from './ensure-programs.mjs'

const [what] = process.argv.slice(2)
ensurePrograms(what === 'cluster' ? clusterPrograms : proxyPrograms)
const folder = mkdtempSync(join(tmpdir(), `scene-${what}-`))
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
  ['node_modules/vitest/vitest.mjs', 'run', '--config', `test/${what}/vitest.config.ts`],
  { stdio: 'inherit', env: { ...process.env, SCENE_PARTS_FOLDER: folder } },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  endAll()
  if (code === 0) rmSync(folder, { recursive: true, force: true })
  else console.error(`What each part said is in ${folder}`)
  process.exitCode = code ?? 1
})
