// npm run test:image: builds the Dockerfile and starts compose.yaml as who runs Scene would, with nothing but Debian's and npm's
// registries: in the place of the base image stands a Debian of debootstrap with Node.js, in the place of Docker buildah,
// podman and Debian's docker-compose. What each of them said is in a folder that is named when something failed.
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { ensurePrograms, imagePrograms } from './ensure-programs.mjs'

if (process.getuid?.() !== 0) {
  console.error('npm run test:image makes file systems and containers, which only root may do here')
  process.exit(1)
}
ensurePrograms(imagePrograms)

const version = JSON.parse(readFileSync('package.json', 'utf8')).version
const folder = mkdtempSync(join(tmpdir(), 'scene-image-'))
const at = (...names) => join(folder, ...names)
const logFile = at('log.txt')
const base = 'localhost/scene-base'
const image = 'localhost/scene'
// A store of its own in the folder, removed with it. runc, since crun refuses machines that have both kinds of
// cgroups.
const store = ['--root', at('store'), '--runroot', at('run'), '--storage-driver', 'overlay']
const podmanWords = [...store, '--runtime', 'runc']
function limitOf(name, most) {
  const hard = Number(spawnSync('bash', ['-c', `ulimit -H${name}`], { encoding: 'utf8' }).stdout)
  const limit = Math.min(most, hard || most)
  return `${limit}:${limit}`
}
writeFileSync(
  at('containers.conf'),
  // Podman asks for more than a machine may allow that is a container itself.
  `[containers]\ndefault_ulimits = ["nofile=${limitOf('n', 65_536)}", "nproc=${limitOf('u', 4096)}"]\n` +
    '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
)
const environment = {
  ...process.env,
  TMPDIR: folder,
  CONTAINERS_CONF: at('containers.conf'),
  DOCKER_HOST: `unix://${at('podman.sock')}`,
}

let running = null

/** What the program said; its failure with the last lines of that. */
function run(program, args, options = {}) {
  appendFileSync(logFile, `\n$ ${program} ${args.join(' ')}\n`)
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
      env: { ...environment, ...options.env },
    })
    running = child
    let said = ''
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        appendFileSync(logFile, chunk)
      })
    child.once('error', failed)
    child.once('close', (code) => {
      if (code === 0) done(output)
      else failed(new Error(`${program} ${args.join(' ')} ended with ${code}: ${said.trim().slice(-600)}`))
    })
  })
}
const buildah = (...args) => run('buildah', [...store, ...args])
const podman = (...args) => run('podman', [...podmanWords, ...args])

// The operator's folder: compose.yaml and the settings that it names.
const project = at('scene')
const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const compose = (...args) =>
  run('docker-compose', ['--project-name', 'scene', ...args], {
    cwd: project,
    env: { SCENE_IMAGE: image, SCENE_PUBLISH: `127.0.0.1:${port}` },
  })
const container = 'scene_scene_1'

const same = (what, seen, expected) => {
  const [a, b] = [JSON.stringify(seen), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`)
}

async function call(path, { token, json, form } = {}) {
  const body = json ? JSON.stringify(json) : form
  const answer = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    body,
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** Seconds until it can serve members. */
async function untilReady() {
  const started = performance.now()
  while (performance.now() - started < 120_000) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => null,
    )
    if (status === 200) return ((performance.now() - started) / 1000).toFixed(1)
    await sleep(50)
  }
  throw new Error(`not ready after two minutes: ${await podman('logs', container).catch(String)}`)
}

const secondsOf = async (work) => {
  const started = performance.now()
  await work()
  return ((performance.now() - started) / 1000).toFixed(1)
}

const person = { username: 'stranger', email: 'stranger@example.org', password: 'a-strange-pass' }
const review = 'seen from inside a container'
let member

const login = async () => {
  const { token, user } = await call('/api/auth/login', { json: person })
  return { token, id: user._id }
}
const reviews = async () => {
  const { token, id } = await login()
  return (await call(`/api/logs/user/${id}`, { token })).map((log) => log.review)
}

const steps = [
  [
    'a base like node:24-bookworm-slim is made of Debian and the npm packages node and npm',
    async () => {
      const root = at('debian')
      await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root])
      // The machine's certificate authorities for the registries are needed inside too.
      const authorities = 'etc/ssl/certs/ca-certificates.crt'
      copyFileSync(`/${authorities}`, join(root, authorities))
      mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
      copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
      chmodSync(join(root, 'usr/local/bin/node'), 0o755)
      await run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), 'npm@11'])
      await run('chroot', [root, 'groupadd', '--gid', '1000', 'node'])
      const account = ['--uid', '1000', '--gid', 'node', '--create-home', 'node']
      await run('chroot', [root, 'useradd', ...account])
      for (const path of ['var/cache/apt/archives', 'var/lib/apt/lists'])
        rmSync(join(root, path), { recursive: true, force: true })
      const working = (await buildah('from', 'scratch')).trim()
      await buildah('copy', '--quiet', working, root, '/')
      const settings = [
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        `NODE_EXTRA_CA_CERTS=/${authorities}`,
      ]
      await buildah('config', ...settings.flatMap((setting) => ['--env', setting]), working)
      await buildah('commit', '--quiet', '--rm', working, base)
      rmSync(root, { recursive: true })
    },
  ],
  [
    'the Dockerfile builds',
    async () => {
      const given = ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', 'REVISION=test']
      const seconds = await secondsOf(() =>
        buildah('bud', '--isolation', 'chroot', '--format', 'docker', ...given, '--tag', image, '.'),
      )
      return `${seconds} s`
    },
  ],
  [
    'the image says what it is, and nothing that only builds or tests is in it',
    async () => {
      const [{ Config, Size, RootFS }] = JSON.parse(await podman('image', 'inspect', image))
      const [{ Size: baseSize }] = JSON.parse(await podman('image', 'inspect', base))
      same('user', Config.User, 'node')
      same('command', [Config.Cmd[0], Config.Cmd.at(-1)], ['node', 'src/server/main.mjs'])
      same('volumes', Object.keys(Config.Volumes), ['/data'])
      same('version', Config.Labels['org.opencontainers.image.version'], version)
      const list = ['sh', '-c', 'ls -A /app /app/src /app/node_modules; find /app/src -name "*.test.ts*"']
      const words = (await podman('run', '--rm', '--no-healthcheck', image, ...list)).split(/\s+/)
      const needless = new Set([
        '.env',
        'web',
        'test',
        'scripts',
        'vite',
        'vitest',
        'typescript',
        'react',
        'node',
      ])
      same(
        'what is not needed',
        words.filter((word) => needless.has(word) || word.includes('.test.')),
        [],
      )
      const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
      return `${megabytes(Size)}, ${megabytes(Size - baseSize)} of it above the base, ${RootFS.Layers.length} layers`
    },
  ],
  [
    'compose.yaml starts it with one command, on a file system that is read only and without any capability',
    async () => {
      mkdirSync(project)
      for (const path of ['compose.yaml', 'deploy']) cpSync(path, join(project, path), { recursive: true })
      copyFileSync('.env.example', join(project, '.env'))
      const engine = spawn(
        'podman',
        [...podmanWords, 'system', 'service', '--time=0', environment.DOCKER_HOST],
        {
          stdio: 'ignore',
          env: environment,
        },
      )
      ends.push(async () => engine.kill('SIGTERM'))
      const answers = () => spawnSync('docker-compose', ['version'], { env: environment }).status === 0
      if (!answers()) throw new Error('docker-compose does not run')
      await sleep(1000)
      const up = await secondsOf(() => compose('up', '--detach', '--no-build'))
      return `compose took ${up} s, Scene ${await untilReady()} s more to be ready on an empty volume`
    },
  ],
  ['the health check of the image passes', async () => void (await podman('healthcheck', 'run', container))],
  [
    'no process in it is root’s, the database’s included',
    async () => {
      const text = await podman(
        'exec',
        container,
        'sh',
        '-c',
        'grep -h -E "^(Name|Uid|CapEff):" /proc/[0-9]*/status',
      )
      const users = new Set([...text.matchAll(/^Uid:\s+(\d+)/gm)].map(([, uid]) => uid))
      const powers = new Set(
        [...text.matchAll(/^CapEff:\s+(\w+)/gm)].map(([, power]) => Number(`0x${power}`)),
      )
      same('accounts', [...users], ['1000'])
      same('capabilities', [...powers], [0])
      if (!/^Name:\s+postgres$/m.test(text)) throw new Error('PostgreSQL does not run in it')
    },
  ],
  [
    'the start says in its log what production lacks',
    async () => {
      const said = await podman('logs', container)
      for (const name of ['PUBLIC_URL', 'SMTP_URL', 'TMDB_API_KEY'])
        if (!said.includes(name)) throw new Error(`${name} is not named`)
    },
  ],
  [
    'a stranger signs up with a picture, is verified by the command line inside, and logs a film',
    async () => {
      const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#7c3aed' } })
        .jpeg()
        .toBuffer()
      const avatar = new FormData()
      avatar.set('avatar', new Blob([picture], { type: 'image/jpeg' }), 'avatar.jpg')
      const { secure_url } = await call('/api/upload/signup-avatar', { form: avatar })
      await call('/api/auth/register', { json: { ...person, avatar: secure_url } })
      // Without SMTP_URL no code arrives in production; operators have this command for it.
      await podman('exec', container, 'scene', 'user', 'verify', person.email)
      member = await login()
      const own = await call(`/api/users/${member.id}`, { token: member.token })
      same('name', own.username, person.username)
      const log = new FormData()
      log.set('movieId', '496243')
      log.set('review', review)
      await call('/api/logs/full', { token: member.token, form: log })
      same('reviews', await reviews(), [review])
    },
  ],
  [
    'inside, scene doctor finds no fault, and a backup is made and verified',
    async () => {
      const found = JSON.parse(await podman('exec', container, 'scene', 'doctor', '--json'))
      if (JSON.stringify(found).includes('"state":"fault"')) throw new Error(JSON.stringify(found))
      await podman('exec', container, 'scene', 'backup', 'create', '--to', '/data/now.tar.gz')
      await podman('exec', container, 'scene', 'backup', 'verify', '/data/now.tar.gz')
    },
  ],
  [
    'a second Scene on the volume is refused',
    async () => {
      const words = ['run', '--rm', '--no-healthcheck', '--volumes-from', container, image]
      const said = await podman(...words).then(
        () => 'it started',
        (error) => error.message,
      )
      if (!said.includes('Another Scene is already running')) throw new Error(said)
    },
  ],
  [
    'SIGTERM ends it with code 0 within its grace period',
    async () => {
      const seconds = await secondsOf(() => compose('stop'))
      const [{ State }] = JSON.parse(await podman('inspect', container))
      same('exit code', State.ExitCode, 0)
      if (Number(seconds) >= 60) throw new Error(`it took ${seconds} s`)
      return `${seconds} s`
    },
  ],
  [
    'a new container on the volume has the member and the log',
    async () => {
      await compose('rm', '--force')
      await compose('up', '--detach', '--no-build')
      const seconds = await untilReady()
      same('reviews', await reviews(), [review])
      return `ready ${seconds} s after compose`
    },
  ],
  [
    'a container that was killed outright comes back with them',
    async () => {
      await podman('kill', '--signal', 'KILL', container)
      await compose('rm', '--force', '--stop')
      await compose('up', '--detach', '--no-build')
      const seconds = await untilReady()
      same('reviews', await reviews(), [review])
      return `ready ${seconds} s after compose`
    },
  ],
  [
    'the profile "scale" is understood (its images cannot be fetched here; npm run test:cluster starts their like)',
    async () => {
      const services = (await compose('--profile', 'scale', 'config', '--services')).trim().split('\n')
      const expected = ['postgres', 'proxy', 'scene', 'scene1', 'scene2', 'storage', 'valkey']
      same('services', services.toSorted(), expected)
    },
  ],
]

const ends = []
async function end() {
  await compose('down', '--volumes').catch(() => null)
  await podman('rm', '--force', '--all').catch(() => null)
  for (const part of ends) await part()
  // File systems stay mounted until the images are removed.
  await podman('image', 'rm', '--force', '--all').catch(() => null)
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    running?.kill('SIGTERM')
    await end()
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })

let passed = 0
for (const [name, work] of steps) {
  try {
    const seen = await work()
    passed += 1
    console.log(`passed  ${name}${seen ? `: ${seen}` : ''}`)
  } catch (error) {
    // Each step needs those before it.
    console.log(`failed  ${name}: ${error.message}`)
    console.log(
      `The ${steps.length - passed - 1} after it were not tried. What was said is in ${resolve(logFile)}`,
    )
    break
  }
}
await end()
const failed = steps.length - passed
if (failed === 0) rmSync(folder, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
