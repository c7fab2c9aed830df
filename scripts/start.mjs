// npm start: the server in place of this process, with the flags and the settings of the C library's memory that keep it
// small, which must be there when a process begins. Dockerfile and deploy/scene.service have the same.
import { spawn } from 'node:child_process'
import process from 'node:process'

const args = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc', 'src/server/main.mjs']
const memory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

if (process.platform === 'win32')
  spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1))
else process.execve(process.execPath, [process.execPath, ...args], { ...memory, ...process.env })
