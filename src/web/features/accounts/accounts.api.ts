import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { checkEmail, checkUsername, getAuthSettings, login, register } from '#shared/api/accounts.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { call } from '#web/lib/api.ts'
import { getLocale } from '#web/lib/preferences.ts'
import { requireSessionRoom } from '#web/lib/session.ts'

/** Where the server cannot say whether a name is free there is no hint; it decides at sign-up anyway. */
export const usernameAvailabilityQuery = (username: string) =>
  queryOptions({
    queryKey: ['availability', 'username', username],
    queryFn: async ({ signal }) => (await call(checkUsername, { query: { username }, signal })).available,
    retry: false,
  })

export const emailAvailabilityQuery = (email: string) =>
  queryOptions({
    queryKey: ['availability', 'email', email],
    queryFn: async ({ signal }) => (await call(checkEmail, { query: { email }, signal })).available,
    retry: false,
  })

export const loginMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'login'],
    mutationFn: (body: BodyOf<typeof login>) => call(login, { body }),
    // It is given a password, which goes with its form.
    gcTime: 0,
  })

/** Who may join, and the client id of Google sign-in, null where that is off. */
export const authSettingsQuery = () =>
  queryOptions({
    queryKey: ['accounts', 'settings'],
    queryFn: ({ signal }) => call(getAuthSettings, { signal }),
  })

/** Gives the address of the stored picture. */
export const uploadSignupAvatarMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'signup-avatar'],
    mutationFn: async (avatar: Blob) => {
      const file = new File([avatar], 'avatar.jpg', { type: avatar.type })
      return (await call(uploadSignupAvatar, { files: { avatar: file } })).secure_url
    },
  })

/** The locale is the one of the page. @throws as `requireSessionRoom` */
export const createAccount = (account: Omit<BodyOf<typeof register>, 'locale'>) => {
  requireSessionRoom()
  return call(register, { body: { ...account, locale: getLocale() } })
}
