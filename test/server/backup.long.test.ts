import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { createLocalArchive } from '#server/adapters/archives/local-archives.ts'
import { createLocalStorage } from '#server/adapters/storage/local-storage.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { migrate, migrateUpTo } from '#server/db/migrate.ts'
import { backUpBeforeMigrations } from '#server/domains/backup/before-migrations.service.ts'
import { createBackup } from '#server/domains/backup/backup.service.ts'
import { selectTables } from '#server/domains/backup/backup.queries.ts'
import { readArchive } from '#server/domains/backup/read-archive.ts'
import { restoreBackup } from '#server/domains/backup/restore.service.ts'

let folder: string
let app: TestApp
let member: TestMember
/** Of all that `app` has, made while it was written to. */
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-backup-'))
  app = await startTestApp()
  member = await buildMember(app, { name: 'Tab\tand\nbreak \\ "quote" Ünï é' })
  const film = await buildFilm(app, { id: 900_001, title: 'Cairo Station' })
  for (let count = 0; count < 50; count++) await buildLog(app, { author: member, film, rating: 4 })
  for (const [index, bytes] of [randomBytes(70_000), Buffer.from('small'), Buffer.alloc(0)].entries())
    await keepPicture(app, `avatars/a-${index}.webp`, bytes)
  file = join(folder, 'scene.tar.gz')
  await backUpWhileWritten(file)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function keepPicture({ db, ctx }: TestApp, path: string, bytes: Buffer) {
  await ctx.storage.put(path, bytes)
  const row = {
    path: `/media/${path}`,
    member_id: member.id,
    kind: 'avatar',
    bytes: bytes.length,
    claimed: true,
  }
  await db.insertInto('media').values(row).execute()
}

/** Rows and a hash of all of them, by table. */
type Sums = Record<string, { rows: number; sum: string | null }>

async function sumsOf(db: Db): Promise<Sums> {
  const sums: Sums = {}
  for (const { name } of await selectTables(db)) {
    const { rows } = await sql<{ rows: number; sum: string | null }>`
      select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text collate "C")) as sum
      from ${sql.table(name)} t`.execute(db)
    if (rows[0]) sums[name] = rows[0]
  }
  return sums
}

/** Without what a restore itself writes. */
const comparable = (sums: Sums) => ({ ...sums, audit_log: null })

/** Each transaction writes a log, and its id into the row of the member. */
async function backUpWhileWritten(to: string): Promise<void> {
  const film = await buildFilm(app, { id: 900_002, title: 'Written meanwhile' })
  const state = { isOver: false }
  let made = 0
  const writing = (async () => {
    for (; !state.isOver; made++)
      await app.db.transaction().execute(async (db) => {
        const { id } = await buildLog({ ...app, db }, { author: member, film, rating: 3 })
        await db.updateTable('members').set({ bio: id }).where('id', '=', member.id).execute()
      })
  })()
  await vi.waitUntil(() => made > 3)
  const before = made
  // Between any two tables something is written.
  const report = async () => {
    const soFar = made
    await vi.waitUntil(() => made > soFar + 1, { interval: 2, timeout: 10_000 })
  }
  await createBackup({ ...app.ctx, report }, createLocalArchive(to))
  // Writes went on while it was made.
  expect(made).toBeGreaterThan(before)
  state.isOver = true
  await writing
}

/** A database without a table, and a folder: where a restore begins. */
async function newPlace() {
  const name = `t_backup_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(inject('server'), () => {})
  await sql.raw(`create database ${name}`).execute(admin.db)
  await admin.close()
  const dataDir = await mkdtemp(join(folder, 'place-'))
  onTestFinished(() => dropDatabase(name))
  return {
    name,
    dataDir,
    storage: createLocalStorage(join(dataDir, 'media')),
    env: { DATABASE_URL: databaseUrl(name), SCENE_DATA_DIR: dataDir },
    /** Looks at it, on connections that are closed again. */
    async look<T>(work: (db: Db, pool: pg.Pool) => Promise<T>): Promise<T> {
      const { db, pool, close } = openDatabase({ ...inject('server'), database: name }, () => {})
      try {
        return await work(db, pool)
      } finally {
        await close()
      }
    },
    async connect() {
      const client = new pg.Client({ ...inject('server'), database: name, application_name: 'scene restore' })
      client.on('error', () => {})
      await client.connect()
      return client
    },
  }
}

const scene = (env: Record<string, string>, ...words: string[]) => runCommand(words, env)

test('what is backed up while it is written to comes back as it was in one moment, with its pictures', async () => {
  const place = await newPlace()
  const { code, out, error } = await scene(place.env, 'backup', 'restore', file, '--json')
  expect([code, error]).toEqual([0, ''])
  expect(JSON.parse(out)).toMatchObject({ media: 3, migrated: [] })
  const manifest = await readArchive(createLocalArchive(file))
  const again = join(folder, 'again.tar.gz')
  await place.look(async (db, pool) => {
    // Tables were read one after another, and agree with each other: the last log is the one that the member's row names.
    const { rows } = await sql<{ last: string; named: string; logs: number }>`
      select (select max(id::text) from logs) as last, bio as named, (select count(*)::int from logs) as logs
      from members where id = ${member.id}`.execute(db)
    expect(rows[0]?.last).toBe(rows[0]?.named)
    expect(rows[0]?.logs).toBeGreaterThan(50)
    const acts = await db.selectFrom('audit_log').select('act').execute()
    expect(acts).toEqual([{ act: 'backup.restore' }])
    await createBackup({ pool, storage: place.storage, now: () => new Date() }, createLocalArchive(again))
  })
  const { audit_log: _, ...tables } = manifest.tables
  const copy = await readArchive(createLocalArchive(again))
  // Rows are read in the order in which they were written.
  expect(copy.tables).toMatchObject(tables)
  expect(copy.media).toEqual(manifest.media)
  for (const path of Object.keys(manifest.media ?? {}))
    expect(await place.storage.get(path)).toEqual(await app.ctx.storage.get(path))
})

test('a backup of a backup is the same, row by row, and Scene works on it', async () => {
  const quiet = join(folder, 'quiet.tar.gz')
  await createBackup(app.ctx, createLocalArchive(quiet))
  const before = await sumsOf(app.db)
  const place = await newPlace()
  expect((await scene(place.env, 'backup', 'restore', quiet)).code).toBe(0)
  expect(comparable(await place.look(sumsOf))).toEqual(comparable(before))
  const again = await startTestApp({ database: place.name })
  try {
    // Numbers go on after those that were given, keys and triggers are back.
    await buildLog(again, { author: member, film: await buildFilm(again, { id: 900_003 }), rating: 2 })
    await expect(sql`delete from audit_log`.execute(again.db)).rejects.toThrow('only added to')
    const orphan = sql`update logs set member_id = gen_random_uuid()`.execute(again.db)
    await expect(orphan).rejects.toThrow('foreign key')
    const keys = sql<{ keys: number }>`select count(*)::int as keys from pg_constraint where contype = 'f'`
    const [here, there] = [await keys.execute(again.db), await keys.execute(app.db)]
    expect(here.rows[0]?.keys).toBeGreaterThan(20)
    expect(here.rows[0]?.keys).toBe(
      (there.rows[0]?.keys ?? 0) - (await queueKeys(app.db)) + (await queueKeys(again.db)),
    )
  } finally {
    await again.close()
  }
})

const queueKeys = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ keys: number }>`
    select count(*)::int as keys from pg_constraint
    where contype = 'f' and connamespace = to_regnamespace('graphile_worker')`.execute(db)
  return rows[0]?.keys ?? 0
}

test('it is of its owner only, and nothing half is left beside it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const taken = join(folder, 'taken')
  await writeFile(taken, '')
  const { code, error } = await scene(
    { DATABASE_URL: databaseUrl((await databaseOf(app.db)) ?? ''), SCENE_DATA_DIR: app.ctx.config.dataDir },
    'backup',
    'create',
    '--to',
    join(taken, 'scene.tar.gz'),
  )
  expect([code, error]).toEqual([1, expect.stringContaining('cannot be written')])
  expect((await readdir(folder)).filter((name) => name.endsWith('part'))).toEqual([])
})

async function databaseOf(db: Db) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name
}

/** The archive with its content changed. */
async function changed(name: string, change: (tar: Buffer) => Buffer) {
  const path = join(folder, name)
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(file)))))
  return path
}

function replaceOnce(tar: Buffer, from: string, to: string): Buffer {
  const at = tar.indexOf(from)
  expect(at).toBeGreaterThan(0)
  expect(to).toHaveLength(from.length)
  return Buffer.concat([tar.subarray(0, at), Buffer.from(to), tar.subarray(at + from.length)])
}

const spoilt: Record<string, () => Promise<string>> = {
  'a byte that was damaged on a disk': async () => {
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    await writeFile(join(folder, 'bytes'), bytes)
    return join(folder, 'bytes')
  },
  'a row that was changed': () => changed('row', (tar) => replaceOnce(tar, 'Cairo Station', 'Cairo Statues')),
  'an end that is missing': async () => {
    await writeFile(join(folder, 'cut'), await readFile(file))
    await truncate(join(folder, 'cut'), Math.floor((await stat(file)).size * 0.9))
    return join(folder, 'cut')
  },
  'a last entry that is missing': () =>
    changed('no-end', (tar) => {
      const at = tar.lastIndexOf('manifest.json')
      return Buffer.concat([tar.subarray(0, at), Buffer.alloc(1024)])
    }),
  'a ZIP of something else': async () => {
    await writeFile(join(folder, 'zip'), zipSync({ 'a.txt': Buffer.from('text') }))
    return join(folder, 'zip')
  },
  'an archive of something else': async () => {
    await writeFile(join(folder, 'gz'), gzipSync(randomBytes(4096)))
    return join(folder, 'gz')
  },
  'an empty file': async () => {
    await writeFile(join(folder, 'empty'), '')
    return join(folder, 'empty')
  },
  'no file': async () => join(folder, 'nowhere'),
  'a newer format': () => changed('newer', (tar) => replaceOnce(tar, '"format":1', '"format":9')),
}

test.each(Object.entries(spoilt))('%s is told in a sentence, and nothing is touched', async (what, make) => {
  const path = await make()
  const place = await newPlace()
  for (const command of ['verify', 'restore']) {
    const { code, out, error } = await scene(place.env, 'backup', command, path)
    expect([code, out]).toEqual([1, ''])
    expect(error).toContain(path)
    expect(error.split('\n')).toHaveLength(1)
    expect(error).toContain(
      what.includes('newer') ? 'newer Scene' : what === 'no file' ? 'no file' : 'damaged',
    )
  }
  expect(await place.look(selectTables)).toEqual([])
})

test('a backup that knows a migration of a newer Scene is refused', async () => {
  const { look, ...place } = await newPlace()
  await look(async (db, pool) => {
    await migrate(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', 'later')`.execute(db)
    await createBackup(
      { pool, storage: place.storage, now: () => new Date() },
      createLocalArchive(join(folder, 'future')),
    )
  })
  const { code, error } = await scene(
    place.env,
    'backup',
    'restore',
    join(folder, 'future'),
    '--replace',
    '--yes',
  )
  expect([code, error]).toEqual([1, expect.stringContaining('newer Scene')])
})

test('members are replaced only when that is said, by --yes where nobody can be asked, and while no Scene runs', async () => {
  const place = await newPlace()
  const dry = (...more: string[]) => scene(place.env, 'backup', 'restore', file, '--dry-run', ...more)
  expect(await dry()).toMatchObject({ code: 0, out: expect.stringContaining('into an empty database') })
  expect(await place.look(selectTables)).toEqual([])
  expect((await scene(place.env, 'backup', 'restore', file)).code).toBe(0)
  const first = await place.look(sumsOf)
  await place.look((db) => sql`update members set bio = 'kept'`.execute(db))
  await place.storage.put('avatars/other.webp', Buffer.from('other'))
  await place.look((db) =>
    sql`insert into media (path, kind, bytes) values ('/media/avatars/other.webp', 'avatar', 5)`.execute(db),
  )
  const before = await place.look(sumsOf)
  const refused = await scene(place.env, 'backup', 'restore', file)
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('--replace')])
  expect(await dry()).toEqual(refused)
  expect(await dry('--replace')).toMatchObject({ code: 0, out: expect.stringContaining('in the place of') })
  expect((await scene(place.env, 'backup', 'restore', file, '--replace')).code).toBe(64)
  const running = await startTestApp({ database: place.name })
  await running.db.selectFrom('members').select('id').execute()
  const busy = await scene(place.env, 'backup', 'restore', file, '--replace', '--yes')
  await running.close()
  expect([busy.code, busy.error]).toEqual([1, expect.stringContaining('stop it first')])
  expect(await place.look(sumsOf)).toEqual(before)
  const replaced = await scene(place.env, 'backup', 'restore', file, '--replace', '--yes')
  expect([replaced.code, replaced.error]).toEqual([0, ''])
  expect(comparable(await place.look(sumsOf))).toEqual(comparable(first))
  expect(await place.storage.get('avatars/other.webp')).toBeNull()
})

test('a restore that dies half-way leaves what was', async () => {
  const place = await newPlace()
  expect((await scene(place.env, 'backup', 'restore', file)).code).toBe(0)
  await place.look((db) => sql`update members set bio = 'of before'`.execute(db))
  const before = await place.look(sumsOf)
  const client = await place.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  let isKilled = false
  const storage = {
    ...place.storage,
    /** Pictures come after the tables, before the commit. */
    async put() {
      isKilled = true
      await app.ctx.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    },
  }
  const target = { client, storage, now: () => new Date(), by: { shellUser: 'test' } }
  await expect(restoreBackup(target, createLocalArchive(file), async () => true)).rejects.toThrow()
  expect(isKilled).toBe(true)
  expect(await place.look(sumsOf)).toEqual(before)
})

test('a restore for which there is no room leaves what was, and says so', async () => {
  const place = await newPlace()
  expect((await scene(place.env, 'backup', 'restore', file)).code).toBe(0)
  await place.look((db) => sql`update members set bio = 'of before'`.execute(db))
  const before = await place.look(sumsOf)
  const client = await place.connect()
  const fulls = [
    () => client.query(`do $$ begin raise exception 'no room' using errcode = '53100'; end $$`),
    () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
  ]
  for (const full of fulls) {
    const storage = { ...place.storage, put: async () => void (await full()) }
    const target = { client, storage, now: () => new Date(), by: { shellUser: 'test' } }
    await expect(restoreBackup(target, createLocalArchive(file), async () => true)).rejects.toThrow(
      /^There is no room for what .* The database is as it was\.$/,
    )
  }
  await client.end()
  expect(await place.look(sumsOf)).toEqual(before)
})

test('a backup of an older Scene is put back and brought up to date', async () => {
  const old = await newPlace()
  const older = join(folder, 'older.tar.gz')
  const id = '018f0000-0000-7000-8000-000000000001'
  await old.look(async (db, pool) => {
    await migrateUpTo(db, '0008_sign_in')
    await sql`insert into members (id, username, email) values (${id}, 'somebody', 'a@example.org')`.execute(
      db,
    )
    await sql`insert into films (id, title) values (1, 'Film')`.execute(db)
    await sql`insert into logs (id, member_id, film_id, tags)
      values (${id}, ${id}, 1, ${['b', 'A', 'a']})`.execute(db)
    await createBackup({ pool, storage: old.storage, now: () => new Date() }, createLocalArchive(older))
  })
  const place = await newPlace()
  const { code, out } = await scene(place.env, 'backup', 'restore', older, '--json')
  expect([code, JSON.parse(out)]).toEqual([
    0,
    expect.objectContaining({ migration: '0008_sign_in', rows: 11 }),
  ])
  expect(JSON.parse(out).migrated.length).toBeGreaterThan(20)
  await place.look(async (db) => {
    expect(await migrate(db)).toEqual([])
    // 0010 left one of each tag.
    expect(await db.selectFrom('logs').select(['id', 'tags']).execute()).toEqual([{ id, tags: ['b', 'A'] }])
  })
})

test('before migrations the database is backed up once, the newest two are kept, and without a place nothing changes', async () => {
  const place = await newPlace()
  const settings = { dataDir: place.dataDir, beforeMigrations: true }
  await place.look(async (db, pool) => {
    await migrateUpTo(db, '0008_sign_in')
    const backUp = (at: number, given = settings) =>
      backUpBeforeMigrations(given, { db, pool }, () => new Date(at))
    // Nobody would miss anything.
    expect(await backUp(0)).toBeNull()
    await sql`insert into members (id, username, email) values (gen_random_uuid(), 'one', 'a@example.org')`.execute(
      db,
    )
    expect(await backUp(0, { ...settings, beforeMigrations: false })).toBeNull()
    for (const at of [1000, 2000, 3000])
      expect(await readArchive(createLocalArchive((await backUp(at)) ?? ''))).toMatchObject({ media: null })
    expect((await readdir(join(place.dataDir, 'backups'))).toSorted()).toEqual([
      'before-migration-1970-01-01T000002Z.tar.gz',
      'before-migration-1970-01-01T000003Z.tar.gz',
    ])
    const taken = join(place.dataDir, 'file')
    await writeFile(taken, '')
    await expect(backUp(0, { ...settings, dataDir: taken })).rejects.toThrow('BACKUP_BEFORE_MIGRATIONS=0')
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', 'later')`.execute(db)
    expect(await backUp(4000)).toBeNull()
    await sql`delete from kysely_migration where name = '9999_future'`.execute(db)
    await migrate(db)
    expect(await backUp(4000)).toBeNull()
  })
})
