// Programs that the tests need besides npm packages, installed from Debian where possible.
import { spawnSync } from 'node:child_process'

const find = (names) => {
  for (const name of names) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return null
}

/** Chromium's headless shell needs half the time that the whole browser takes. */
const testPrograms = [
  {
    variable: 'CHROMIUM_PATH',
    package: 'chromium-headless-shell',
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  },
  { variable: 'REDIS_SERVER_PATH', package: 'redis-server', names: ['redis-server', 'valkey-server'] },
]

/** What docs/scaling.md recommends. */
export const clusterPrograms = [
  { package: 'postgresql-15', names: ['/usr/lib/postgresql/15/bin/postgres'] },
  { package: 'patroni python3-etcd', names: ['patroni'] },
  { package: 'etcd-server', names: ['etcd'] },
  { package: 'pgbouncer', names: ['pgbouncer', '/usr/sbin/pgbouncer'] },
  { package: 'haproxy', names: ['haproxy', '/usr/sbin/haproxy'] },
  { package: 'redis-server', names: ['redis-server'] },
]

/** What stands in front of Scene. */
export const proxyPrograms = [
  { package: 'caddy', names: ['caddy'] },
  { package: 'nginx', names: ['nginx', '/usr/sbin/nginx'] },
  { package: 'openssl', names: ['openssl'] },
]

/** What a machine with services has. */
export const systemdPrograms = [{ package: 'systemd', names: ['/lib/systemd/systemd'] }]

/** What stands in for Docker, and for the base image of the Dockerfile. */
export const imagePrograms = [
  { package: 'debootstrap', names: ['debootstrap', '/usr/sbin/debootstrap'] },
  { package: 'buildah', names: ['buildah'] },
  { package: 'podman', names: ['podman'] },
  { package: 'runc', names: ['runc', '/usr/sbin/runc'] },
  { package: 'iptables', names: ['iptables', '/usr/sbin/iptables'] },
  { package: 'catatonit', names: ['/usr/bin/catatonit', '/usr/libexec/podman/catatonit'] },
  { package: 'docker-compose', names: ['docker-compose'] },
]

/**
 * Answers the programs' paths by environment variable, of those that have one; ends the process with one line when a
 * program cannot be had.
 */
export function ensurePrograms(wanted = testPrograms) {
  const missing = wanted.filter(({ variable, names }) => !process.env[variable] && !find(names))
  if (missing.length > 0) {
    const names = missing.map((program) => program.package)
    const root = process.getuid?.() === 0
    const prefix = root ? '' : 'sudo -n '
    const may = find(['apt-get']) && (root || spawnSync('sudo', ['-n', 'true']).status === 0)
    const install = `${prefix}apt-get update -qq && ${prefix}env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${names.join(' ')}`
    if (may) {
      console.log(`Installing ${names.join(' and ')} from Debian`)
      // Another installation may hold the lock of apt.
      const tries = `for pause in 5 15 45 0; do { ${install}; } && break; sleep $pause; done`
      spawnSync('sh', ['-c', tries], { stdio: ['ignore', 'ignore', 'inherit'] })
    }
    const still = missing.filter((program) => !find(program.names))
    if (still.length > 0) {
      const packages = still.map((program) => program.package)
      const variables = still.flatMap(({ variable }) => variable ?? [])
      const or = variables.length > 0 ? ` (or set ${variables.join(' and ')})` : ''
      console.error(`The tests need ${packages.join(' and ')}: apt-get install ${packages.join(' ')}${or}`)
      process.exit(1)
    }
  }
  return Object.fromEntries(
    wanted.flatMap(({ variable, names }) =>
      variable ? [[variable, process.env[variable] ?? find(names)]] : [],
    ),
  )
}
