// Plain calls: the account screens do without the query cache (docs/decisions/007-guest-area.md).
import { checkEmail, checkUsername, login, logout, register } from '#shared/api/accounts.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { call } from '#web/lib/api.ts'

export const isUsernameFree = async (username: string, options: { signal?: AbortSignal } = {}) =>
  (await call(checkUsername, { query: { username }, ...options })).available

export const isEmailFree = async (email: string, options: { signal?: AbortSignal } = {}) =>
  (await call(checkEmail, { query: { email }, ...options })).available

export const sendLogin = (body: BodyOf<typeof login>) => call(login, { body })

/** Milliseconds after which a logout no longer waits for the server. */
const logoutPatience = 5000

/** Ends the session of a token that the client has already forgotten. */
export const sendLogout = (token: string) =>
  call(logout, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(logoutPatience),
  })

/** Gives the address of the stored picture. */
export async function uploadAvatar(avatar: Blob): Promise<string> {
  const { secure_url } = await call(uploadSignupAvatar, {
    files: { avatar: new File([avatar], 'avatar.jpg', { type: avatar.type }) },
  })
  return secure_url
}

export const sendRegistration = (body: BodyOf<typeof register>) => call(register, { body })
