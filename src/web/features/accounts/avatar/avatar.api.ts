import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { uploadAvatar } from '#shared/api/members.ts'
import { call } from '#web/lib/api.ts'
import { patchEntity } from '#web/lib/entity-cache.ts'
import { updateSessionUser } from '#web/lib/session.ts'

/** Gives the member's new avatar. */
export async function uploadAvatarFile({ userId, file }: { userId: string; file: File }): Promise<string> {
  const { avatar } = await call(uploadAvatar, { params: { userId }, files: { avatar: file } })
  return avatar
}

/** Replaces the avatar, in the stored record and wherever the member is shown too. */
export const uploadAvatarMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['members', 'upload-avatar'],
    mutationFn: uploadAvatarFile,
    onSuccess: (avatar, { userId }) => {
      updateSessionUser({ avatar })
      patchEntity(queryClient, userId, { avatar })
    },
  })
