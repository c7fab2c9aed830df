// What is acknowledged is there, once, however often the server or its database is killed. `npm run test:crash` has 20
// rounds (CRASH_ROUNDS says otherwise); `npm test -- --all` has three, one of each kind.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { runCommand } from '#test/command-line.ts'
import { wrongCounters } from '#test/deletion.ts'
import type { TestApp } from '#test/harness.ts'
import { isAlive, postmasterPid, startScene, type SceneProcess } from '#test/scene-process.ts'
import { newCrowd, signUp, writeUntil, type Crowd, type Deeds } from './writers.ts'

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 20)
const writers = 8
/** Acknowledged writes before the end, and after it. */
const before = 25
const after = 25
/** A crash and what follows it are over much sooner. */
const patienceMs = 120_000

type Victim = 'server' | 'database' | 'both'
const victims: readonly Victim[] = ['server', 'database', 'both']

let dataDir = ''
let scene: SceneProcess | null = null
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scene-crash-'))
  // As root the database runs as another user, who must be able to reach it.
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  await scene?.end('SIGTERM')
  scene = null
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(crowd: Crowd): Promise<void> {
  scene = await startScene({ SCENE_DATA_DIR: dataDir, SCENE_DEMO: '0', RATE_LIMIT: '0' })
  crowd.url = scene.url
}

async function kill(victim: Victim, crowd: Crowd): Promise<void> {
  const postgres = postmasterPid(dataDir)
  if (victim !== 'server') process.kill(postgres, 'SIGKILL')
  if (victim === 'database') {
    while (isAlive(postgres)) await sleep(1)
    return
  }
  await scene?.end('SIGKILL')
  await start(crowd)
}

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const embedded = await useEmbeddedDatabase({ dataDir: join(dataDir, 'postgres'), log: () => {} })
  const database = openDatabase({ ...embedded.connection, max: 2 }, () => {})
  try {
    return await work(database.db)
  } finally {
    await database.close()
    await embedded.stop()
  }
}

const countedBy = async (db: Db, table: string, column: string) => {
  const { rows } = await sql<{ name: string; rows: number }>`
    select ${sql.ref(column)}::text as name, count(*)::int as rows from ${sql.table(table)} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ name, rows: times }) => [name, times]))
}

/** What differs between what was acknowledged and what is there, once nothing is under way. */
async function faultsIn(db: Db, deeds: Deeds): Promise<string[]> {
  const faults: string[] = []
  function compare(kind: string, wanted: Iterable<string>, found: ReadonlyMap<string, number>) {
    const rest = new Map(found)
    for (const name of wanted) {
      const times = rest.get(name) ?? 0
      if (times === 0) faults.push(`lost: ${kind} ${name}`)
      if (times > 1) faults.push(`doubled: ${kind} ${name}`)
      rest.delete(name)
    }
    for (const name of rest.keys()) faults.push(`nobody was told of: ${kind} ${name}`)
  }
  compare('log', deeds.logs.keys(), await countedBy(db, 'logs', 'review'))
  compare('reply', deeds.replies.keys(), await countedBy(db, 'replies', 'text'))
  compare('list', deeds.lists, await countedBy(db, 'lists', 'title'))
  const likes = await sql<{ name: string }>`select log_id || ' ' || member_id as name from log_likes`.execute(
    db,
  )
  compare('like', deeds.likes, new Map(likes.rows.map(({ name }) => [name, 1])))
  const notices = await sql<{ name: string; times: number }>`
    select r.text as name, count(*)::int as times from notifications n join replies r on r.id = n.reply_id
    where n.type = 'reply' group by 1`.execute(db)
  compare(
    'notification of reply',
    deeds.replies.keys(),
    new Map(notices.rows.map(({ name, times }) => [name, times])),
  )
  const pictures = await sql<{ name: string }>`
    select l.review as name from logs l join media m on m.path = l.image and m.claimed and not m.removed`.execute(
    db,
  )
  const withPicture = [...deeds.logs].filter(([, { hasPicture }]) => hasPicture).map(([review]) => review)
  compare('picture of log', withPicture, new Map(pictures.rows.map(({ name }) => [name, 1])))
  for (const { what, id } of await wrongCounters({ db } as TestApp)) faults.push(`miscounted: ${what} ${id}`)
  return faults
}

/** What the operator's commands say of pictures and numbers. */
async function commandsFind(): Promise<string[]> {
  const faults: string[] = []
  for (const line of ['media check', 'recount --dry-run']) {
    const { code, out, error } = await runCommand(line.split(' '), { SCENE_DATA_DIR: dataDir })
    if (code !== 0) faults.push(`scene ${line} ended with ${code}: ${out} ${error}`)
  }
  return faults
}

test(`what was acknowledged survives ${rounds} kills of the server and of its database, once`, async () => {
  const crowd = newCrowd()
  await start(crowd)
  const members = await Promise.all(Array.from({ length: writers }, () => signUp(crowd)))
  const faults: string[] = []
  const told: object[] = []
  for (let round = 1; round <= rounds; round++) {
    const victim = victims[(round - 1) % victims.length] ?? 'both'
    const state = { isOver: false }
    const begun = { ...crowd.tally }
    const writing = Promise.all(members.map((member) => writeUntil(crowd, member, () => state.isOver)))
    // A writer that fails otherwise ends the drill.
    writing.catch(() => (state.isOver = true))
    async function acknowledged(count: number) {
      const end = performance.now() + patienceMs
      while (crowd.tally.acknowledged < count && !state.isOver) {
        if (performance.now() > end) throw new Error(`nothing was acknowledged for long: ${scene?.output()}`)
        await sleep(5)
      }
    }
    await acknowledged(begun.acknowledged + before)
    await sleep(Math.random() * 300)
    const atKill = performance.now()
    await kill(victim, crowd)
    const there = crowd.tally.acknowledged
    await acknowledged(there + 1)
    const away = Math.round(performance.now() - atKill)
    await acknowledged(there + after)
    state.isOver = true
    await writing
    const found = [...(await withDatabase((db) => faultsIn(db, crowd.deeds))), ...(await commandsFind())]
    found.push(...crowd.refused.splice(0).map((what) => `refused: ${what}`))
    faults.push(...found.map((fault) => `round ${round} (${victim}): ${fault}`))
    const unanswered = crowd.tally.unanswered - begun.unanswered
    // Somebody waited for an answer when it was killed.
    expect(unanswered).toBeGreaterThan(0)
    told.push({
      round,
      killed: victim,
      acknowledged: crowd.tally.acknowledged - begun.acknowledged,
      unanswered,
      'back after ms': away,
      faults: found.length,
    })
  }
  console.table(told)
  console.log(
    `${crowd.deeds.logs.size} logs, ${crowd.deeds.replies.size} replies, ${crowd.deeds.likes.size} likes, ` +
      `${crowd.deeds.lists.size} lists acknowledged; ${crowd.tally.unanswered} tries without an answer`,
  )
  expect(faults).toEqual([])
})
