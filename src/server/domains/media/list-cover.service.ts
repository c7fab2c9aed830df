import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { uploadListCover } from '#shared/api/media.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { storeImage } from './media.service.ts'

/** Keeps a picture for a list of the viewer's. */
export async function keepListCover(
  ctx: Context,
  viewer: Viewer,
  bytes: Buffer | undefined,
): Promise<AnswerOf<typeof uploadListCover>> {
  if (!bytes) throw fail('upload.missing')
  return { url: await storeImage(ctx, { owner: viewer.id, kind: 'cover', bytes }) }
}
