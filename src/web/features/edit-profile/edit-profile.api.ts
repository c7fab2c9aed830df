import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { deleteMember, updateMember } from '#shared/api/members.ts'
import { uploadAvatarFile } from '#web/features/accounts/avatar/avatar.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { confirmed } from '#web/features/security/step-up.ts'
import { call } from '#web/lib/api.ts'
import { patchEntity } from '#web/lib/entity-cache.ts'
import { updateSessionUser } from '#web/lib/session.ts'
import { toFile } from '#web/lib/files.ts'
import type { ProfileChanges } from './profile-draft.ts'

/** The stored record and every answer that shows the member follow the profile. */
function updateCaches(
  queryClient: QueryClient,
  user: Partial<AnswerOf<typeof updateMember>['user']>,
  id: string,
) {
  updateSessionUser(user)
  patchEntity(queryClient, id, user)
}

/** Replaces the avatar by the photo, which is a data address. */
export const uploadPhotoMutation = (queryClient: QueryClient, userId: string) =>
  mutationOptions({
    mutationKey: ['members', userId, 'photo'],
    mutationFn: (photo: string) => uploadAvatarFile({ userId, file: toFile(photo, 'avatar.jpg') }),
    onSuccess: (avatar) => updateCaches(queryClient, { avatar }, userId),
  })

export const updateProfileMutation = (queryClient: QueryClient, userId: string) =>
  mutationOptions({
    mutationKey: ['members', userId, 'update'],
    mutationFn: (changes: ProfileChanges) => call(updateMember, { params: { userId }, body: changes }),
    onSuccess: async ({ user }) => {
      const { queryKey } = memberQuery(userId)
      // An answer on its way would bring the old profile back.
      await queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData(queryKey, user)
      updateCaches(queryClient, user, userId)
    },
  })

export const deleteAccountMutation = (userId: string) =>
  mutationOptions({
    mutationKey: ['members', userId, 'delete'],
    mutationFn: () => confirmed(() => call(deleteMember, { params: { userId } })),
  })
