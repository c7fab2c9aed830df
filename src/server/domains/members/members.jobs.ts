import type { Context } from '#server/context.ts'
import { notifyAccepted } from './follow-requests.service.ts'
import { soundNames } from './members.service.ts'

export function membersJobs(ctx: Context) {
  ctx.jobs.define('members.sound-names', () => soundNames(ctx))
  ctx.jobs.define('members.tell-accepted', (follow) => notifyAccepted(ctx, follow))
  ctx.jobs.schedule('13 3 * * *', 'members.sound-names', { atStart: true })
}
