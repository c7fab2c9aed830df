import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { settings } from '#built-in/postgres/cluster.ts'
import { asRoot, query, useTestBed } from '#built-in/postgres/test-bed.ts'

const MEBIBYTE = 1024 * 1024

const theBed = useTestBed()

describe('the embedded database', () => {
  it('starts fresh and keeps its rows over a restart', async () => {
    const bed = theBed()
    const first = await bed.start()
    expect(first).toMatchObject({
      isNew: true,
      dataDir: bed.dataDir,
      connection: { user: 'scene', database: 'scene' },
    })
    await query(first, `CREATE TABLE film (title text)`)
    await query(first, `INSERT INTO film VALUES ('Stalker')`)
    await first.stop()
    expect(bed.servers()).toEqual([])

    const second = await bed.start()
    expect(second.isNew).toBe(false)
    expect(second.connection).toEqual(first.connection)
    expect(await query(second, 'SELECT title FROM film')).toEqual([{ title: 'Stalker' }])
  })

  it('is durable, UTF8 and sorts by code point whatever the environment says', async () => {
    const bed = theBed()
    const { LANG, LC_ALL } = process.env
    delete process.env['LANG']
    process.env['LC_ALL'] = 'POSIX'
    const database = await bed.start().finally(() => {
      if (LANG !== undefined) process.env['LANG'] = LANG
      if (LC_ALL === undefined) delete process.env['LC_ALL']
      else process.env['LC_ALL'] = LC_ALL
    })
    const [row] = await query(
      database,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums,
        datlocprovider AS provider, datlocale AS locale, upper('été') AS upper
      FROM pg_database WHERE datname = current_database()`,
    )
    expect(row).toEqual({
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      provider: 'b',
      locale: 'C.UTF-8',
      upper: 'ÉTÉ',
    })
  })

  it('lets in only the role with the password, which is no superuser but may add trusted extensions', async () => {
    const bed = theBed()
    const database = await bed.start({ database: 'other name' })
    const { connection } = database
    expect(statSync(join(bed.dataDir, 'password')).mode & 0o777).toBe(0o600)
    expect(await query(database, 'SELECT current_database() AS name')).toEqual([{ name: 'other name' }])
    await expect(
      query({ connection: { ...connection, password: 'guess' } }, 'SELECT 1'),
    ).rejects.toMatchObject({ code: '28P01' })
    await query(database, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE EXTENSION citext')
    await query(database, 'CREATE DATABASE copy')
    await expect(query(database, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('keeps statements and values out of the log of the server', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const database = await bed.start()
    await query(database, `CREATE TABLE account (email text UNIQUE)`)
    await query(database, `INSERT INTO account VALUES ('ada@example.org')`)
    await expect(query(database, `INSERT INTO account VALUES ('ada@example.org')`)).rejects.toThrow(
      'duplicate',
    )
    const log = readFileSync(join(bed.dataDir, 'server.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('ada@example.org')
  })

  it('starts a new log when the old one has grown', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    truncateSync(join(bed.dataDir, 'server.log'), 6 * MEBIBYTE)
    await (await bed.start()).stop()
    expect(statSync(join(bed.dataDir, 'server.log')).size).toBeLessThan(MEBIBYTE)
    expect(statSync(join(bed.dataDir, 'server.log.1')).size).toBe(6 * MEBIBYTE)
  })

  it('starts over after a first start that was cut short', async () => {
    const bed = theBed()
    mkdirSync(join(bed.dataDir, 'cluster.unfinished-1'), { recursive: true })
    writeFileSync(join(bed.dataDir, 'cluster.unfinished-1', 'PG_VERSION'), '18\n')
    expect((await bed.start()).isNew).toBe(true)
    expect(existsSync(join(bed.dataDir, 'cluster.unfinished-1'))).toBe(false)
  })

  it('makes the role and the database that a first start could not make any more', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const first = await bed.start()
    const { connection } = first
    const superuser = { connection: { ...connection, user: 'postgres', database: 'postgres' } }
    await query(superuser, 'DROP DATABASE scene')
    await query(superuser, 'DROP ROLE scene')
    await first.stop()
    expect(await query(await bed.start(), 'SELECT current_user AS me')).toEqual([{ me: 'scene' }])
  })

  it('does not open what another major version wrote', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    writeFileSync(join(bed.dataDir, 'cluster', 'PG_VERSION'), '17\n')
    await expect(bed.start()).rejects.toThrow(
      /was written by PostgreSQL 17 and this Scene brings PostgreSQL 18/,
    )
    writeFileSync(join(bed.dataDir, 'cluster', 'PG_VERSION'), '')
    await expect(bed.start()).rejects.toThrow(
      /is damaged: PG_VERSION .+ Repair that, or restore a backup into an empty SCENE_DATA_DIR\.$/,
    )
    writeFileSync(join(bed.dataDir, 'cluster', 'PG_VERSION'), '18\n')
  })

  it('names the file where the password is not that of the database', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const file = join(bed.dataDir, 'password')
    const good = readFileSync(file)
    writeFileSync(file, 'another\n')
    await expect(bed.start()).rejects.toThrow(
      /authentication failed .+ Put the file "password" of that folder back/,
    )
    writeFileSync(file, good)
    expect((await bed.start()).isNew).toBe(false)
  })

  it('says in one sentence why the server does not start, and leaves the folder free', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const control = join(bed.dataDir, 'cluster', 'global', 'pg_control')
    const good = readFileSync(control)
    writeFileSync(control, Buffer.alloc(good.length))
    await expect(bed.start()).rejects.toThrow(
      /^The database server did not start \(.+\): .+ Its log is .+server\.log\. Repair that, or restore a backup into an empty SCENE_DATA_DIR\.$/,
    )
    writeFileSync(control, good)
    expect((await bed.start()).isNew).toBe(false)
  })
})

describe('the settings', () => {
  const address = { host: '/run', port: 5432, kind: 'socket' } as const

  it.each([
    { memory: 256, shared: '128MB' },
    { memory: 4096, shared: '512MB' },
    { memory: 16_384, shared: '4096MB' },
    { memory: 65_536, shared: '8192MB' },
  ])('with $memory MB of memory give $shared to the pages', ({ memory, shared }) => {
    expect(settings(memory * MEBIBYTE, address)['shared_buffers']).toBe(shared)
  })
})

describe.skipIf(!asRoot || process.platform !== 'linux')('a disk of its own', () => {
  const mount = (...words: string[]) => spawnSync('mount', words).status === 0

  it('that is full, or read-only, is told as such, and loses nothing', async ({ skip }) => {
    const bed = theBed()
    const disk = join(bed.folder, 'disk')
    const [dataDir, fill] = [join(disk, 'postgres'), join(disk, 'fill')]
    mkdirSync(disk, { mode: 0o755 })
    skip(!mount('-t', 'tmpfs', '-o', 'size=120m,mode=755', 'tmpfs', disk), 'nothing can be mounted here')
    try {
      const first = await bed.start({ dataDir })
      await query(first, 'CREATE TABLE film (title text)')
      await first.stop()
      expect(() => writeFileSync(fill, Buffer.alloc(120 * MEBIBYTE))).toThrow('ENOSPC')
      await expect(bed.start({ dataDir })).rejects.toThrow(/no space left.*free some room/i)
      rmSync(fill)
      expect(mount('-o', 'remount,ro', disk)).toBe(true)
      await expect(bed.start({ dataDir })).rejects.toThrow(/EROFS.*Mount that disk/)
      expect(mount('-o', 'remount,rw', disk)).toBe(true)
      const again = await bed.start({ dataDir })
      expect(again.isNew).toBe(false)
      expect(await query(again, 'SELECT * FROM film')).toEqual([])
      await again.stop()
    } finally {
      spawnSync('umount', [disk])
    }
  })
})
