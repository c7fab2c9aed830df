import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'

import { unprivilegedUser } from '#built-in/postgres/run-user.ts'
import { asRoot, eventually, query, useTestBed } from '#built-in/postgres/test-bed.ts'

const theBed = useTestBed()

describe('the life of the embedded server', () => {
  it('refuses a second start on the folder, and only while the first lives', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const first = await bed.start()
    await expect(bed.start()).rejects.toThrow(
      /^Another Scene is already running on this data folder: stop it first/,
    )
    const { app } = bed.startApp({ writes: false })
    expect(await once(app, 'exit')).toEqual([1, null])
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.stop()
    await bed.start()
  })

  it('takes over from a killed app whose server still lives, with every acknowledged row', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const { app, told } = bed.startApp({ writes: true })
    let acknowledged = 0
    while (acknowledged < 50) {
      const { value } = await told.next()
      if (value !== 'ready') acknowledged = Number(value)
    }
    app.kill('SIGKILL')
    for (let line = await told.next(); !line.done; line = await told.next()) acknowledged = Number(line.value)
    const left = bed.theServer()

    const database = await bed.start()
    expect(bed.lines.join()).toContain(`left behind (process ${left})`)
    const [row] = await query<{ rows: number }>(database, 'SELECT count(*)::int AS rows FROM acknowledged')
    expect(row?.rows).toBeGreaterThanOrEqual(acknowledged)
    expect(bed.theServer()).not.toBe(left)
  })

  it('stops its server when the app stops on SIGTERM', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const { app, told } = bed.startApp({ writes: false })
    expect((await told.next()).value).toBe('ready')
    expect(bed.servers()).toHaveLength(1)
    app.kill('SIGTERM')
    expect(await once(app, 'exit')).toEqual([0, null])
    expect(bed.servers()).toEqual([])
    expect(existsSync(join(bed.dataDir, 'cluster', 'postmaster.pid'))).toBe(false)
  })

  it('is not reached by Ctrl-C in the terminal of the app', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    await bed.start()
    const pid = bed.theServer()
    const session = (of: number): string | undefined =>
      readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]?.split(' ')[3]
    expect(session(pid)).toBe(String(pid))
    expect(session(process.pid)).not.toBe(String(pid))
  })

  it('brings a killed server back on the same connection, rows and all, again and again', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const database = await bed.start()
    const pool = new pg.Pool(database.connection)
    pool.on('error', () => undefined)
    await pool.query('CREATE TABLE kept_film (title text)')
    for (const title of ['Stalker', 'Mirror', 'Solaris']) {
      await pool.query('INSERT INTO kept_film VALUES ($1)', [title])
      const killed = bed.theServer()
      process.kill(killed, 'SIGKILL')
      // A connection may live for a moment longer than the server it belongs to.
      await eventually(() => expect(bed.theServer()).not.toBe(killed))
      const kept = await eventually(async () => (await pool.query('SELECT title FROM kept_film')).rows)
      expect(kept).toContainEqual({ title })
    }
    await pool.end()
    expect(bed.warnings.filter((line) => line.includes('ended by itself (signal SIGKILL)'))).toHaveLength(3)
    expect(bed.warnings.join()).not.toContain('runs again')
    await database.stop()
    expect(bed.servers()).toEqual([])
  })

  it('does not wait for a computation of the killed server', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const database = await bed.start()
    const endless = query(database, 'DO $$ BEGIN LOOP END LOOP; END $$').catch(() => 'cut off')
    await eventually(async () => {
      const sessions = await query(database, `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO %'`)
      expect(sessions).toHaveLength(1)
    })
    const killed = bed.theServer()
    process.kill(killed, 'SIGKILL')
    expect(await endless).toBe('cut off')
    await eventually(() => expect(bed.theServer()).not.toBe(killed))
    expect(await eventually(() => query(database, 'SELECT 1 AS one'))).toEqual([{ one: 1 }])
  })

  it('reports a server that cannot come back, once, and can still be stopped', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const database = await bed.start()
    let reports = 0
    const reported = new Promise<void>((resolve) => {
      database.onExit(() => {
        reports += 1
        resolve()
      })
    })
    const pid = bed.theServer()
    rmSync(join(bed.dataDir, 'cluster', 'PG_VERSION'))
    process.kill(pid, 'SIGKILL')
    await reported
    await database.stop()
    expect(reports).toBe(1)
    writeFileSync(join(bed.dataDir, 'cluster', 'PG_VERSION'), '18\n')
  })

  it('can be stopped while it is bringing the server back', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const database = await bed.start()
    const pid = bed.theServer()
    process.kill(pid, 'SIGKILL')
    await eventually(() => expect(bed.lines.join()).toContain('ended by itself'))
    await Promise.all([database.stop(), database.stop()])
    expect(bed.servers()).toEqual([])
  })

  it('starts although a process of somebody else now has the id of the killed server', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const identity = asRoot ? { uid: unprivilegedUser().uid, gid: unprivilegedUser().gid } : {}
    const other = spawn('sleep', ['600'], identity)
    bed.endAfterwards(other)
    const address = [String(other.pid), join(bed.dataDir, 'cluster'), '1', '5432', '', '', '', 'ready']
    for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      writeFileSync(join(bed.dataDir, 'cluster', file), `${address.join('\n')}\n`)
    }
    const database = await bed.start()
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(other.exitCode).toBeNull()
  })

  it('starts although a server of other data has the id of the killed server', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const other = await bed.start({ dataDir: join(bed.folder, 'other') })
    const left = [String(bed.theServer()), join(bed.dataDir, 'cluster'), '1', '5432', '', '', '', 'ready']
    writeFileSync(join(bed.dataDir, 'cluster', 'postmaster.pid'), `${left.join('\n')}\n`)
    const database = await bed.start()
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await query(other, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('does not take the data from a server that lives on in it under another name of the folder', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const first = await bed.start()
    const moved = join(bed.folder, 'moved')
    renameSync(bed.dataDir, moved)
    rmSync(join(moved, 'cluster.lock'))
    await expect(bed.start({ dataDir: moved })).rejects.toThrow(/"postmaster\.pid" already exists/)
    renameSync(moved, bed.dataDir)
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('makes no database where the folder of one that still runs was, since that would write into it', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const first = await bed.start()
    const moved = join(bed.folder, 'moved')
    renameSync(bed.dataDir, moved)
    await expect(bed.start()).rejects.toThrow(
      `was moved or removed from ${join(bed.dataDir, 'cluster')} still runs (process ${bed.theServer()})`,
    )
    expect(existsSync(join(bed.dataDir, 'cluster'))).toBe(false)
    rmSync(bed.dataDir, { recursive: true })
    renameSync(moved, bed.dataDir)
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.stop()
    expect(await query(await bed.start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})
