import type { AccountRow, Backups, listAccounts as accountsApi } from '#shared/api/admin.ts'
import type { ParsedQuery } from '#shared/api/endpoint.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Context } from '#server/context.ts'
import type { Listed } from '#server/core/keyset.ts'
import { listAccounts } from '#server/domains/accounts/operator.service.ts'
import { backupUnderWay } from '#server/domains/backup/backup-now.service.ts'
import { lastBackup, listBackups } from '#server/domains/backup/scheduled-backup.service.ts'

/** When somebody was last here is shown by the day: an operator needs no more. */
export async function accountsView(
  ctx: Pick<Context, 'db'>,
  query: ParsedQuery<typeof accountsApi>,
): Promise<Listed<AccountRow>> {
  const { items, next } = await listAccounts(ctx, query)
  return {
    next,
    items: items.map(
      ({ id, createdAt, usedAt, username, name, avatar, email, role, verified, suspended }) => ({
        _id: id,
        username,
        name,
        avatar,
        email,
        role,
        verified,
        suspended,
        joinedAt: createdAt.toISOString(),
        seenOn: usedAt && utcDay(usedAt),
      }),
    ),
  }
}

/** Quotes a path for a shell, when it needs quotes. */
const quoted = (path: string) => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

export async function backupsView(ctx: Pick<Context, 'config' | 'db' | 'now'>): Promise<Backups> {
  const { schedule, folder, kept } = ctx.config.backup
  const [last, running, files] = await Promise.all([
    lastBackup(ctx),
    backupUnderWay(ctx),
    listBackups(ctx.config).catch(() => null),
  ])
  return {
    schedule,
    folder,
    kept,
    madeAt: last?.madeAt?.toISOString() ?? null,
    triedAt: last?.at.toISOString() ?? null,
    failure: last?.failure ?? null,
    running: running && { startedAt: running.startedAt.toISOString(), percent: running.percent },
    files:
      files?.map(({ file, bytes, at }) => ({
        file,
        bytes,
        at: at.toISOString(),
        restore: `npx scene backup restore ${quoted(file)} --replace`,
      })) ?? null,
  }
}
