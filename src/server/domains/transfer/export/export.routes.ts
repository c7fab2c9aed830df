import { downloadExport } from '#shared/api/transfer.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import { readExport } from './export.service.ts'

export function exportRoutes(mount: Mount, ctx: Context) {
  mount(downloadExport, (_input, { viewer }) => readExport(ctx, viewer))
}
