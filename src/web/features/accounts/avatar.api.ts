import { uploadAvatar } from '#shared/api/members.ts'
import { call } from '#web/lib/api.ts'

/** Gives the member's new avatar. */
export async function sendAvatar({ userId, file }: { userId: string; file: File }): Promise<string> {
  const { avatar } = await call(uploadAvatar, { params: { userId }, files: { avatar: file } })
  return avatar
}
