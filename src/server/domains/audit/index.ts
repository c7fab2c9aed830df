import * as api from '#shared/api/audit.ts'
import type { Context, Domain } from '#server/context.ts'
import { paged, type Mount } from '#server/core/http.ts'
import { listAuditLog } from './audit.service.ts'

export const audit: Domain = {
  routes(mount: Mount, ctx: Context) {
    mount(api.listAuditLog, ({ query }, call) => paged(call, listAuditLog(ctx, query)))
  },
}
