// npm run dev: the server with restart on change, and Vite with hot reload in front of it.
import { spawn } from 'node:child_process'
import { createServer } from 'vite'

const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 1
process.env.SCENE_API_PORT = String(apiPort)

const server = spawn(
  process.execPath,
  ['--watch-path=src/server', '--watch-path=src/shared', '--watch-path=src/catalogue', 'src/server/main.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: `http://localhost:${port}` },
  },
)
const vite = await createServer({ server: { port, strictPort: true } })
await vite.listen()
vite.printUrls()

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  await vite.close()
  server.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', async (code) => {
  await stop()
  process.exit(code ?? 0)
})
