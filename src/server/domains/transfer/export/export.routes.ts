import { downloadExport } from '#shared/api/transfer.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'

export function exportRoutes(mount: Mount, ctx: Context) {
  mount(downloadExport, async (_input, { viewer }) => {
    const { readExport } = await import('./export.service.ts')
    return readExport(ctx, viewer)
  })
}
