// npm run test:cluster: two Scenes behind HAProxy, on PgBouncer, Redis, and a PostgreSQL with a replica under Patroni, as
// docs/scaling.md recommends. npm run test:proxies: Scene behind Caddy and behind nginx, with the files of deploy. npm run
// test:systemd: Scene as a service, on a machine in namespaces of this one, as root.
// Everything listens on this machine only and is ended and removed at the end, whatever it is.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterPrograms, ensurePrograms, proxyPrograms, systemdPrograms } from './ensure-programs.mjs'

const [what] = process.argv.slice(2)
const programs = { cluster: clusterPrograms, proxies: proxyPrograms, systemd: systemdPrograms }
if (!(what in programs)) throw new Error(`one of ${Object.keys(programs).join(', ')}`)
if (what === 'systemd' && process.getuid?.() !== 0) {
  console.error('npm run test:systemd makes namespaces and an account, which only root may do here')
  process.exit(1)
}
ensurePrograms(programs[what])
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
