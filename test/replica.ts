import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SUPERUSER } from '#built-in/postgres/cluster.ts'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { migrateJobs } from '#server/core/jobs.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

export interface ReplicatedDatabase {
  primary: pg.PoolConfig
  replica: pg.PoolConfig
  /** Lets the replica fall behind: it receives what is committed and does not show it. */
  pause(): Promise<void>
  resume(): Promise<void>
  stopReplica(): Promise<void>
  close(): Promise<void>
}

/** A migrated database on a server of its own, and a second server that follows it by streaming replication. */
export async function startReplicated(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'scene-replica-'))
  // Run as root, the servers have another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const start = (name: string) => startEmbeddedDatabase({ dataDir: join(folder, name), log: () => {} })
  const first = await start('primary')
  const database = openDatabase(first.connection, () => {})
  await migrate(database.db)
  await migrateJobs(database.pool)
  await database.close()
  await first.stop()
  // With owners and rights, which Node's own copy leaves out.
  execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, 'replica')])

  const primary = await start('primary')
  const { host, port, password } = primary.connection
  const cluster = join(folder, 'replica', 'cluster')
  writeFileSync(join(cluster, 'standby.signal'), '')
  const source = `host=${host} port=${port} user=${SUPERUSER} password=${password}`
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const replica = await start('replica')

  const command = async (text: string) => {
    const client = new pg.Client({ ...replica.connection, user: SUPERUSER })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  return {
    primary: primary.connection,
    replica: replica.connection,
    pause: () => command('select pg_wal_replay_pause()'),
    resume: () => command('select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    async close() {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
