import type { Domain } from '#server/context.ts'
import { makeBackupNow } from './backup-now.service.ts'
import { makeScheduledBackup } from './scheduled-backup.service.ts'

export const backup: Domain = {
  jobs(ctx) {
    ctx.jobs.define('backup.make', () => makeScheduledBackup(ctx))
    ctx.jobs.define('backup.now', ({ operatorId }) => makeBackupNow(ctx, operatorId))
    ctx.jobs.schedule('41 * * * *', 'backup.make', { atStart: true })
  },
}
