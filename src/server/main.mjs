import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Kept beside the installed packages, where only who installs them can write. Halves the time of later starts;
// where the folder cannot be written nothing is kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/scene'))

const { run } = await import('./start.ts')
await run()
