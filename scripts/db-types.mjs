// Writes src/server/db/schema.ts from the database that the migrations make.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'

const out = process.argv[2] ?? 'src/server/db/schema.ts'
const folder = process.env.DATABASE_URL ? null : mkdtempSync(join(tmpdir(), 'scene-types-'))
const embedded = folder ? await startEmbeddedDatabase({ dataDir: folder, log: () => {} }) : null
const connection = embedded?.connection ?? { connectionString: process.env.DATABASE_URL }
const database = openDatabase(connection, () => {})
try {
  await migrate(database.db)
  const c = embedded?.connection
  const url = c
    ? `postgres://${c.user}:${encodeURIComponent(c.password)}@${encodeURIComponent(c.host)}:${c.port ?? 5432}/${c.database}`
    : process.env.DATABASE_URL
  const codegen = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect=postgres',
      '--out-file',
      out,
      '--url',
      url,
      '--exclude-pattern=kysely_*',
      '--numeric-parser=number',
      '--date-parser=string',
      '--runtime-enums=false',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  process.exitCode = codegen.status ?? 1
} finally {
  await database.close()
  await embedded?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}
