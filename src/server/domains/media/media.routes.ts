import type { FastifyInstance } from 'fastify'
import { uploadListCover, uploadSignupAvatar } from '#shared/api/media.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { keptForGood } from '#server/core/http/cache-control.ts'
import type { Mount } from '#server/core/http.ts'
import { withoutDocumentHeaders } from '#server/core/http/security-headers.ts'
import { readMedia, storeListCover, storeSignupAvatar } from './media.service.ts'

export function mediaRoutes(mount: Mount, ctx: Context, app: FastifyInstance) {
  mount(uploadSignupAvatar, ({ files }) => storeSignupAvatar(ctx, files['avatar']?.bytes))
  mount(uploadListCover, ({ files }, call) => storeListCover(ctx, call.viewer, files['image']?.bytes))

  app.get<{ Params: { folder: string; file: string } }>('/media/:folder/:file', async (request, reply) => {
    const bytes = await readMedia(ctx, request.params.folder, request.params.file)
    if (!bytes) throw fail('picture.not_found')
    return withoutDocumentHeaders(reply)
      .headers({
        'cache-control': keptForGood,
        'content-disposition': 'inline',
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      })
      .send(bytes)
  })
}
