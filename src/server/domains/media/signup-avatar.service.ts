import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { storeImage } from './media.service.ts'

/**
 * Keeps a guest's picture for a sign-up (decision 9).
 * @throws upload.missing, upload.not_an_image
 */
export async function keepSignupAvatar(ctx: Context, address: string, bytes: Buffer | undefined) {
  await ctx.limits.use('upload.guest', address)
  if (!bytes) throw fail('upload.missing')
  return { secure_url: await storeImage(ctx, { owner: null, kind: 'avatar', bytes }) }
}
