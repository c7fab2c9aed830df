import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The compile cache halves the time of later starts. It lies beside the installed packages, where only whoever
// installs them can write; when it cannot be written there is none.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/scene'))

const { run } = await import('./start.ts')
await run()
