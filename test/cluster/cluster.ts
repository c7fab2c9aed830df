import { spawn, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  createWriteStream,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import S3rver from 's3rver'
import { isRoot, spawnIdentity, unprivilegedUser } from '#built-in/postgres/run-user.ts'
import { startScene, type SceneProcess } from '#test/scene-process.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const loopback = '127.0.0.1'
const superuser = { user: 'postgres', password: 'superuser' }
const replicator = { user: 'replicator', password: 'replicator' }
const scene = { user: 'scene', password: 'scene' }
const patienceMs = 60_000

/** Which of the database servers is what, as Patroni says. */
export interface Roles {
  primary: string
  /** Null while there is none that follows. */
  replica: string | null
}

/** What docs/scaling.md recommends, with the files of deploy/, on ports of this machine. */
export interface Cluster {
  /** HAProxy's address: either Scene. */
  url: string
  scenes: [SceneProcess, SceneProcess]
  /** As the Scenes reach it. */
  databaseUrl: string
  /** Ends an instance by SIGTERM and starts it again at its address. */
  restart(index: 0 | 1): Promise<void>
  roles(): Promise<Roles | null>
  /** Kills the PostgreSQL of a server outright, as a crash does. */
  kill(server: string): void
  /** A superuser's connection to a server, past all that is in front of it. */
  connect(server: string): Promise<pg.Client>
  close(): Promise<void>
}

interface DatabaseServer {
  name: string
  port: number
  api: number
  folder: string
}

/** `folder` is to be removed by who made it. Its file `pids` names every process, so that none is left behind. */
export async function startCluster(folder: string): Promise<Cluster> {
  const user = isRoot() ? unprivilegedUser() : null
  const started: ChildProcess[] = []
  const ports = await freePorts(13)
  const port = () => {
    const next = ports.pop()
    if (!next) throw new Error('too few ports')
    return next
  }
  const folderOf = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o700)
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }

  /** Starts a program as an account that PostgreSQL and PgBouncer accept. */
  function run(name: string, program: string, args: string[], env: Record<string, string> = {}) {
    const child = spawn(program, args, {
      cwd: folderOf(name),
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...spawnIdentity(user),
    })
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    note(child)
    return child
  }
  function note(child: ChildProcess) {
    started.push(child)
    appendFileSync(join(folder, 'pids'), `${child.pid}\n`)
  }

  const [client, peer] = [port(), port()].map((own) => `http://${loopback}:${own}`)
  run('etcd', 'etcd', [
    `--data-dir=${join(folderOf('etcd'), 'data')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ])
  const redis = port()
  run('redis', 'redis-server', ['--port', String(redis), '--bind', loopback, '--save', ''])

  const databases = ['database1', 'database2'].map((name): DatabaseServer => ({
    name,
    port: port(),
    api: port(),
    folder: folderOf(name),
  }))
  const [one, two] = databases
  if (!one || !two) throw new Error('a cluster has two servers')
  const serverOf = (name: string) => (name === one.name ? one : two)
  const startPatroni = (server: DatabaseServer) =>
    run(server.name, 'patroni', [join(deploy, 'patroni.yml')], {
      PATRONI_NAME: server.name,
      PATRONI_ETCD3_HOSTS: String(client).replace('http://', ''),
      PATRONI_RESTAPI_LISTEN: `${loopback}:${server.api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${loopback}:${server.api}`,
      PATRONI_POSTGRESQL_LISTEN: `${loopback}:${server.port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${loopback}:${server.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(server.folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
      PATRONI_POSTGRESQL_PGPASS: join(server.folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: superuser.user,
      PATRONI_SUPERUSER_PASSWORD: superuser.password,
      PATRONI_REPLICATION_USERNAME: replicator.user,
      PATRONI_REPLICATION_PASSWORD: replicator.password,
    })
  const patronis = databases.map(startPatroni)

  async function roles(): Promise<Roles | null> {
    for (const { api } of databases) {
      const answer = await fetch(`http://${loopback}:${api}/cluster`).catch(() => null)
      if (!answer) continue
      const { members } = (await answer.json()) as {
        members: { name: string; role: string; state: string }[]
      }
      const primary = members.find(({ role, state }) => role === 'leader' && state === 'running')
      const replica = members.find(({ role, state }) => role !== 'leader' && /running|streaming/.test(state))
      return primary ? { primary: primary.name, replica: replica?.name ?? null } : null
    }
    return null
  }
  const connect = async (name: string, database = 'scene') => {
    const client = new pg.Client({ ...superuser, host: loopback, port: serverOf(name).port, database })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const first = await until('a primary with a replica', async () => {
    const found = await roles()
    return found?.replica ? found : null
  })
  const admin = await connect(first.primary, 'postgres')
  for (const statement of readFileSync(join(deploy, 'database.sql'), 'utf8').split(/;\n/))
    if (statement.trim()) await admin.query(statement)
  await admin.end()

  const [balancer, primaryPort, replicaPort, pooler] = [port(), port(), port(), port()]
  const [sceneOne, sceneTwo] = [port(), port()]
  run('haproxy', 'haproxy', ['-f', join(deploy, 'haproxy.cfg'), '-db'], {
    SCENE_LISTEN: `${loopback}:${balancer}`,
    SCENE_ONE: `${loopback}:${sceneOne}`,
    SCENE_TWO: `${loopback}:${sceneTwo}`,
    PRIMARY_LISTEN: `${loopback}:${primaryPort}`,
    REPLICA_LISTEN: `${loopback}:${replicaPort}`,
    DATABASE_ONE: `${loopback}:${one.port}`,
    DATABASE_TWO: `${loopback}:${two.port}`,
    PATRONI_ONE_HOST: loopback,
    PATRONI_ONE_PORT: String(one.api),
    PATRONI_TWO_HOST: loopback,
    PATRONI_TWO_PORT: String(two.api),
  })
  const own = folderOf('pgbouncer')
  // The settings as they are, then the ports of this run.
  const settings = readFileSync(join(deploy, 'pgbouncer.ini'), 'utf8')
    .replace('port=5000', `port=${primaryPort}`)
    .replace('port=5001', `port=${replicaPort}`)
    .replace('listen_port = 6432', `listen_port = ${pooler}`)
    .replace('/etc/pgbouncer/userlist.txt', join(own, 'userlist.txt'))
  writeFileSync(join(own, 'pgbouncer.ini'), settings)
  writeFileSync(join(own, 'userlist.txt'), `"${scene.user}" "${scene.password}"\n`)
  run('pgbouncer', 'pgbouncer', [join(own, 'pgbouncer.ini')])

  const databaseUrl = `postgres://${scene.user}:${scene.password}@${loopback}:${pooler}/scene`

  const s3 = new S3rver({
    address: loopback,
    port: 0,
    silent: true,
    directory: folderOf('s3'),
    configureBuckets: [{ name: 'scene' }],
  })
  const bucket = (await s3.run()).port
  const dataDir = join(folder, 'scene')
  const start = async (own: number): Promise<SceneProcess> => {
    const process = await startScene({
      PORT: String(own),
      NODE_ENV: 'production',
      PUBLIC_URL: `http://${loopback}:${balancer}`,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      SCENE_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: `${databaseUrl}_replica`,
      REDIS_URL: `redis://${loopback}:${redis}`,
      S3_ENDPOINT: `http://${loopback}:${bucket}`,
      S3_BUCKET: 'scene',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    })
    note(process.child)
    const log = createWriteStream(join(folder, `scene-${own}.log`), { flags: 'a' })
    process.child.stdout?.pipe(log)
    process.child.stderr?.pipe(log)
    return { ...process, url: `http://${loopback}:${own}` }
  }
  await until('a way to the primary', async () => {
    const client = new pg.Client({ ...scene, host: loopback, port: pooler, database: 'scene' })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } finally {
      await client.end().catch(() => {})
    }
  })
  const scenes: [SceneProcess, SceneProcess] = await Promise.all([start(sceneOne), start(sceneTwo)])

  return {
    url: `http://${loopback}:${balancer}`,
    scenes,
    databaseUrl,
    async restart(index) {
      const at = [sceneOne, sceneTwo][index] ?? 0
      await scenes[index].end('SIGTERM')
      scenes[index] = await start(at)
    },
    roles,
    kill: (name) => process.kill(postmasterOf(serverOf(name).folder), 'SIGKILL'),
    connect,
    async close() {
      await Promise.all(scenes.map((one) => one.end('SIGTERM')))
      await s3.close()
      // Patroni ends its PostgreSQL.
      await Promise.all(patronis.map((child) => end(child)))
      await Promise.all(started.map((child) => end(child)))
    },
  }
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGTERM')
  await Promise.race([ended, sleep(20_000, undefined, { ref: false })])
  child.kill('SIGKILL')
}

/** Asks until there is an answer. A fault counts as none. */
export async function until<T>(what: string, ask: () => Promise<T | null | false>): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null && answer !== false) return answer
    if (Date.now() > deadline) throw new Error(`there is no ${what} after ${patienceMs / 1000} s`)
    await sleep(200)
  }
}

/** Held open together, so that each is another. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolveServer) => {
          const server = createServer()
          server.listen(0, loopback, () => resolveServer(server))
        }),
    ),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}
