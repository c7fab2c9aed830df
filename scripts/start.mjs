// npm start: the server in place of this process, with what keeps it small.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { flags, memory } from './process-options.mjs'

const args = [...flags, 'src/server/main.mjs']

if (process.platform === 'win32')
  spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1))
else process.execve(process.execPath, [process.execPath, ...args], { ...memory, ...process.env })
