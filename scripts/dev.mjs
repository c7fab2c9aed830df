// npm run dev: Vite with hot reload in front of the server, which starts anew when its sources change.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createServer } from 'vite'

const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 1
process.env.SCENE_API_PORT = String(apiPort)

const startServer = () =>
  spawn(process.execPath, ['src/server/main.mjs'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      // The shell that npm started is this process's, not the server's.
      npm_lifecycle_event: undefined,
    },
  })

let server = startServer()

const stopServer = () =>
  new Promise((stopped) => {
    server.once('exit', stopped)
    if (server.exitCode !== null || !server.kill('SIGTERM')) stopped()
  })

const vite = await createServer({ server: { port, strictPort: true } })
await vite.listen()
vite.printUrls()

const sources = ['src/server', 'src/shared', 'src/built-in', 'migrations'].map((path) => resolve(path))
vite.watcher.add(sources)
let restarting = null
const restart = async () => {
  await stopServer()
  restarting = null
  server = startServer()
}
vite.watcher.on('change', (path) => {
  if (path.endsWith('.test.ts') || !sources.some((source) => path.startsWith(source))) return
  // One restart covers all files that change while it is running.
  restarting ??= restart()
})

// Vite ends this process on a signal by itself; the server closes its database before it follows.
process.on('exit', () => server.kill('SIGTERM'))
process.on('SIGINT', () => process.exit(0))
