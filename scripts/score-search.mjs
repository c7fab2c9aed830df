// npm run score:search: for how many of the set queries search finds first what is meant (test/search/queries.json).
// Starts Scene on a database of its own with the built-in catalogue; needs no network. docs/search.md has the score.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { openDatabase } from '#server/db/database.ts'
import { signUp } from '#test/assistant/members.ts'
import { startScene } from '#test/scene-process.ts'
import { addNamedMembers, isRight, maxWrong, scoreSearch } from '#test/search/score.ts'

const folder = mkdtempSync(join(tmpdir(), 'scene-score-'))
// Run as root, the database server has another account, which must be able to enter.
chmodSync(folder, 0o755)
const embedded = await startEmbeddedDatabase({ dataDir: join(folder, 'postgres'), log: () => {} })
const { host, port, user, password, database } = embedded.connection
const scene = await startScene({
  DATABASE_URL: `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  SCENE_DATA_DIR: join(folder, 'scene'),
  SCENE_DEMO: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
})
const members = openDatabase({ ...embedded.connection, max: 1 }, () => {})
try {
  await addNamedMembers(members.db)
  const scored = await scoreSearch(scene.url, await signUp(scene.url, 'nadia'))
  for (const query of scored)
    if (!isRight(query)) console.log(`✗ ${query.query}: ${query.first ?? 'nothing'}, not ${query.wanted}`)
  const groups = Object.groupBy(scored, ({ language, kind }) => `${language} ${kind}`)
  for (const [name, queries] of Object.entries(groups))
    console.log(`${name.padEnd(16)} ${queries.filter(isRight).length} of ${queries.length}`)
  const right = scored.filter(isRight).length
  console.log(`\n${right} of ${scored.length} right; ${maxWrong} may be wrong`)
  if (scored.length - right > maxWrong) process.exitCode = 1
} finally {
  await members.close()
  await scene.end('SIGTERM')
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
