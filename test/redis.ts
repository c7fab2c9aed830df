import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

const path = process.env['REDIS_SERVER_PATH'] ?? '/usr/bin/redis-server'

/** Where there is none, tests of what instances share are skipped: apt-get install redis-server, or REDIS_SERVER_PATH. */
export const hasRedis = existsSync(path)

interface TestRedis {
  port: number
  url: string
  /** It stays connected, and answers nothing until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** A Redis of a test's own, which keeps nothing. */
export async function startRedis(at?: number): Promise<TestRedis> {
  const port = at ?? (await freePort())
  const redis = spawn(
    path,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  await new Promise<void>((resolve) => {
    redis.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept')) resolve()
    })
  })
  const ended = new Promise<void>((resolve) => redis.once('exit', () => resolve()))
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pause: () => void redis.kill('SIGSTOP'),
    resume: () => void redis.kill('SIGCONT'),
    stop() {
      redis.kill()
      return ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
