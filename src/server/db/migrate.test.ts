import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { demoMembers } from '#built-in/demo/people.ts'
import { dropDatabase } from '#test/harness.ts'
import { openDatabase } from './database.ts'
import {
  appliedNames,
  isMigrated,
  migrate,
  migrateUpTo,
  migrationNames,
  requireNoNewer,
  UnfitDatabase,
} from './migrate.ts'

const folder = new URL('../../../migrations/', import.meta.url)

async function emptyDatabase(as = '') {
  const database = `old_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(inject('server'), () => {})
  await sql.raw(`create database ${database} ${as}`).execute(admin.db)
  await admin.close()
  const open = () => openDatabase({ ...inject('server'), database }, () => {})
  const [opened, another] = [open(), open()]
  onTestFinished(async () => {
    await opened.close()
    await another.close()
    await dropDatabase(database)
  })
  return { opened, another }
}

/** A database as it was before a migration, and the migration. */
async function before(name: string) {
  const { opened } = await emptyDatabase()
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const run = async (file: string) =>
    sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(opened.db)
  for (const file of files.slice(0, files.indexOf(name))) await run(file)
  return { db: opened.db, apply: () => run(name) }
}

test.each(["encoding 'SQL_ASCII'", "encoding 'EUC_JP'", "encoding 'UTF8'"])(
  'nothing is put into a database with %s and without letters',
  async (encoding) => {
    const plain = `template template0 locale_provider libc locale 'C'`
    const { opened } = await emptyDatabase(`${plain} ${encoding}`)
    await expect(migrate(opened.db)).rejects.toThrow(UnfitDatabase)
    expect(await appliedNames(opened.db)).toEqual([])
  },
)

test('demo communities of before are marked and signed out; codes and all others stay', async () => {
  const { db, apply } = await before('0008_sign_in.sql')
  const names = [...demoMembers.map((member) => member.username), 'somebody']
  for (const [index, username] of names.entries()) {
    const id = `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`
    const email = `${username}@${username === 'somebody' ? 'example.org' : 'scene.example'}`
    await sql`insert into members (id, username, email) values (${id}, ${username}, ${email})`.execute(db)
    await sql`insert into sessions (id, member_id, token_hash, expires_at)
      values (${id}, ${id}, ${Buffer.from(username)}, now() + interval '1 day')`.execute(db)
    await sql`insert into codes (member_id, purpose, code_hash, tries, expires_at)
      values (${id}, 'verify-email', ${Buffer.from(username)}, 3, now() + interval '1 day')`.execute(db)
  }
  await apply()
  const members = await db.selectFrom('members').select(['username', 'demo']).execute()
  expect(members.filter((member) => !member.demo).map((member) => member.username)).toEqual(['somebody'])
  const sessions = await db.selectFrom('sessions').select('token_hash').execute()
  expect(sessions.map((row) => row.token_hash.toString())).toEqual(['somebody'])
  const codes = await db.selectFrom('codes').select(['tries', 'device_tries']).execute()
  expect(codes).toEqual(names.map(() => ({ tries: 3, device_tries: 0 })))
})

test('tags of before are each there once whatever their case, without blanks around', async () => {
  const { db, apply } = await before('0010_tags.sql')
  const id = '018f0000-0000-7000-8000-000000000001'
  await sql`insert into members (id, username, email) values (${id}, 'somebody', 'a@example.org')`.execute(db)
  await sql`insert into films (id, title) values (1, 'Film')`.execute(db)
  const given = [[], ['b', 'A', 'a', 'B', 'c'], [' one\ntwo ', 'été, Été', ' ']]
  for (const tags of given)
    await sql`insert into logs (id, member_id, film_id, tags) values (gen_random_uuid(), ${id}, 1, ${tags})`.execute(
      db,
    )
  await apply()
  const logs = await db.selectFrom('logs').select('tags').orderBy('tags').execute()
  expect(logs.map(({ tags }) => tags)).toEqual([[], ['b', 'A', 'c'], ['one two', 'été']])
})

test('films whose logs are of before wait to be counted, where there are any', async () => {
  const { db, apply } = await before('0011_film_stats.sql')
  const id = '018f0000-0000-7000-8000-000000000001'
  await sql`insert into members (id, username, email) values (${id}, 'somebody', 'a@example.org')`.execute(db)
  await sql`insert into films (id, title) values (1, 'Film')`.execute(db)
  await sql`insert into logs (id, member_id, film_id) values (${id}, ${id}, 1)`.execute(db)
  await apply()
  expect(await db.selectFrom('backfills').selectAll().execute()).toEqual([{ name: 'film_stats', done_to: 0 }])
  const empty = await before('0011_film_stats.sql')
  await empty.apply()
  expect(await empty.db.selectFrom('backfills').selectAll().execute()).toEqual([])
})

test('stars that waited for an answer are decided again, but those of a stopped import', async () => {
  const { db, apply } = await before('0036_ratings_of_imports.sql')
  const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
  await sql`insert into members (id, username, email) values (${id(0)}, 'somebody', 'a@example.org')`.execute(
    db,
  )
  await sql`insert into films (id, title) values (1, 'Film')`.execute(db)
  for (const [n, state] of [
    [1, 'done'],
    [2, 'cancelled'],
    [3, 'done'],
  ] as const) {
    await sql`insert into imports (id, member_id, source, files, state, doubtful, file_hash, created_at, finished_at)
      values (${id(n)}, ${id(0)}, 'letterboxd', '{}', ${state}, 2, '', now(), now())`.execute(db)
    const reasons = n === 3 ? ['other-year', 'other-year'] : ['other-rating', 'other-year']
    for (const [row, reason] of reasons.entries())
      await sql`insert into import_rows (import_id, row, kind, file, line, entry, state, reason, film_id, candidates)
        values (${id(n)}, ${row}, 'rating', 'ratings.csv', 1, '{"rating": 8}', 'doubtful', ${reason}, 1, '{1}')`.execute(
        db,
      )
  }
  await apply()
  const imports = await db
    .selectFrom('imports')
    .select(['state', 'doubtful', 'skipped'])
    .orderBy('id')
    .execute()
  expect(imports).toEqual([
    { state: 'running', doubtful: 1, skipped: 0 },
    { state: 'cancelled', doubtful: 1, skipped: 1 },
    { state: 'done', doubtful: 2, skipped: 0 },
  ])
  const rows = await db
    .selectFrom('import_rows')
    .select(['state', 'reason'])
    .orderBy('import_id')
    .orderBy('row')
    .execute()
  const stays = { state: 'doubtful', reason: 'other-year' }
  expect(rows).toEqual([
    { state: 'waiting', reason: null },
    stays,
    { state: 'skipped', reason: 'there-already' },
    stays,
    stays,
    stays,
  ])
})

test('a start that is broken off in the middle leaves nothing, and the next one applies all', async () => {
  const { opened, another } = await emptyDatabase()
  // It waits for a table of one name that is being made, after many migrations.
  const making = await another.db.startTransaction().execute()
  await sql`create table audit_log (id integer)`.execute(making)
  const ended = migrate(opened.db).then(
    () => 'applied',
    () => 'broken off',
  )
  const waiting = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(another.db)).rows.length).toBe(1)
  expect(await ended).toBe('broken off')
  await making.rollback().execute()
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(another.db)
  expect([rows, await appliedNames(another.db)]).toEqual([[], []])
  expect(await migrate(another.db)).toEqual(await migrationNames())
})

test('of two starts at once one applies all, and both find it done', async () => {
  const { opened, another } = await emptyDatabase()
  const applied = await Promise.all([migrate(opened.db), migrate(another.db)])
  expect(applied.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([
    0,
    (await migrationNames()).length,
  ])
  expect(await isMigrated(opened.db)).toBe(true)
})

test('in a transaction of the caller’s a migration that fails says why itself', async () => {
  const { opened } = await emptyDatabase()
  const [first = ''] = await migrationNames()
  const failing = opened.db.transaction().execute(async (tx) => {
    await sql`create table members ()`.execute(tx)
    await migrateUpTo(tx, first)
  })
  await expect(failing).rejects.toThrow('relation "members" already exists')
})

test.each([0, 1])(
  'a database of a newer Scene is refused in a sentence and left as it is, with %i of this one missing',
  async (missing) => {
    const { opened } = await emptyDatabase()
    const known = await migrationNames()
    await migrateUpTo(opened.db, known.at(-1 - missing) ?? '')
    await expect(requireNoNewer(opened.db)).resolves.toBeUndefined()
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(opened.db)
    const before = await appliedNames(opened.db)
    const sentence = /^The database was changed by a newer Scene \(9999_later\), .* install the newer one, or/
    for (const refused of [() => migrate(opened.db), () => requireNoNewer(opened.db)]) {
      await expect(refused()).rejects.toThrow(sentence)
      await expect(refused()).rejects.toThrow(UnfitDatabase)
    }
    expect(await appliedNames(opened.db)).toEqual(before)
  },
)
