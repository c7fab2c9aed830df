// What the tests need beside npm: a Chromium and a Redis. Installed from Debian where that is possible. Chromium's
// headless shell needs half the time that the whole browser takes.
import { spawnSync } from 'node:child_process'

const find = (names) => {
  for (const name of names) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return null
}

const wanted = [
  {
    variable: 'CHROMIUM_PATH',
    package: 'chromium-headless-shell',
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  },
  { variable: 'REDIS_SERVER_PATH', package: 'redis-server', names: ['redis-server', 'valkey-server'] },
]

/** Answers the programs' paths by environment variable; ends the process with one line when one cannot be had. */
export function ensurePrograms() {
  const missing = wanted.filter(({ variable, names }) => !process.env[variable] && !find(names))
  if (missing.length > 0) {
    const names = missing.map((program) => program.package)
    const root = process.getuid?.() === 0
    const prefix = root ? '' : 'sudo -n '
    const may = find(['apt-get']) && (root || spawnSync('sudo', ['-n', 'true']).status === 0)
    const install = `${prefix}apt-get update -qq && ${prefix}env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${names.join(' ')}`
    if (may) {
      console.log(`Installing ${names.join(' and ')} from Debian`)
      spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] })
    }
    const still = missing.filter((program) => !find(program.names))
    if (still.length > 0) {
      console.error(
        `The tests need ${still.map((program) => program.package).join(' and ')}: apt-get install ${still.map((program) => program.package).join(' ')} (or set ${still.map((program) => program.variable).join(' and ')})`,
      )
      process.exit(1)
    }
  }
  return Object.fromEntries(
    wanted.map(({ variable, names }) => [variable, process.env[variable] ?? find(names)]),
  )
}
