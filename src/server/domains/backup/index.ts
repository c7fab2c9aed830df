import type { Domain } from '#server/context.ts'
import { makeScheduledBackup } from './scheduled-backup.service.ts'

export const backup: Domain = {
  jobs(ctx) {
    ctx.jobs.define('backup.make', () => makeScheduledBackup(ctx))
    ctx.jobs.schedule('41 * * * *', 'backup.make', { atStart: true })
  },
}
