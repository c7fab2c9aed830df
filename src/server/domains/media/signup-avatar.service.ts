import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { storeImage } from './media.service.ts'

/** Keeps a guest's picture for a sign-up. */
export async function keepSignupAvatar(ctx: Context, bytes: Buffer | undefined) {
  if (!bytes) throw fail('upload.missing')
  return { secure_url: await storeImage(ctx, { owner: null, kind: 'avatar', bytes }) }
}
