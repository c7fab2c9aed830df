import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { roomOf } from './core/disk.ts'
import { keptFor } from './core/kept-for.ts'
import { isMigrated } from './db/migrate.ts'
import { mailHistory } from './adapters/mail/mail-state.ts'
import { backupHealth } from './domains/backup/scheduled-backup.service.ts'

/** How long what the storage said is believed: each look writes a file or asks the bucket, and anybody may ask for it. */
const storageKeptMs = 1000

const works = (check: () => Promise<unknown>): Promise<boolean> =>
  check().then(
    (result) => result !== false,
    () => false,
  )

/** `/livez`: the process answers. `/readyz`: it can serve members; names what is missing, 503 then. */
export function healthRoutes(app: FastifyInstance, ctx: Context) {
  app.get('/livez', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  const storageWorks = keptFor(() => works(() => ctx.storage.check()), storageKeptMs)
  app.get('/readyz', async (_request, reply) => {
    const [database, migrations, storage] = await Promise.all([
      works(() => sql`select 1`.execute(ctx.db)),
      works(() => isMigrated(ctx.db)),
      storageWorks(),
    ])
    const [backup, mail, room] = await Promise.all([
      backupHealth(ctx).catch(() => null),
      mailHistory(ctx.db).catch(() => null),
      roomOf(ctx.config.dataDir).catch(() => null),
    ])
    const ready = database && migrations && storage
    const warnings = [
      ...(ctx.config.mail.smtpUrl ? [] : ['mail: SMTP_URL is not set, mail is not delivered']),
      ...(ctx.replica?.isUsed() === false
        ? ['replica: away or too far behind, all is read from the primary']
        : []),
      ...(room?.lacksFiles ? ['disk: it can hold hardly any more files'] : []),
      ...(room && !room.lacksFiles && room.state !== 'enough' ? [`disk: ${room.gigabytes} GB are free`] : []),
      ...(ctx.config.mail.smtpUrl && mail?.isFailing
        ? ['mail: the last one failed, none was sent since']
        : []),
      ...(ctx.upstreams.filmSource.state() === 'refused'
        ? ['film source: it refuses the key, see TMDB_API_KEY']
        : []),
      ...(backup?.state === 'failed' ? ['backup: the last one by the clock failed'] : []),
      ...(backup?.state === 'old' ? ['backup: the last one by the clock is too old'] : []),
    ]
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503)
    return { status: ready ? 'ok' : 'unavailable', checks: { database, migrations, storage }, warnings }
  })
}
