import type { Domain } from '#server/context.ts'
import { followRequestsRoutes } from './follow-requests.routes.ts'
import { notifyAccepted } from './follow-requests.service.ts'
import { membersRoutes } from './members.routes.ts'
import { soundNames } from './members.service.ts'
import { safetyRoutes } from './safety.routes.ts'

export const members: Domain = {
  routes(mount, ctx) {
    membersRoutes(mount, ctx)
    followRequestsRoutes(mount, ctx)
    safetyRoutes(mount, ctx)
  },
  jobs(ctx) {
    ctx.jobs.define('members.tell-accepted', (follow) => notifyAccepted(ctx, follow))
    ctx.jobs.define('members.sound-names', () => soundNames(ctx))
    ctx.jobs.schedule('13 3 * * *', 'members.sound-names', { atStart: true })
  },
}
