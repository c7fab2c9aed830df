import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  completeLogin,
  confirmIdentity,
  getConfirmOptions,
  getPasskeyLoginOptions,
  getSecurity,
  passkeyLogin,
} from '#shared/api/security.ts'
import { call } from '#web/lib/api.ts'
import { askPasskey } from './passkey.ts'

export const securityQuery = () =>
  queryOptions({ queryKey: ['security'], queryFn: ({ signal }) => call(getSecurity, { signal }) })

// All of these are given secrets, which go with their forms.

export const confirmIdentityMutation = () =>
  mutationOptions({
    mutationKey: ['security', 'confirm'],
    mutationFn: (body: BodyOf<typeof confirmIdentity>) => call(confirmIdentity, { body }),
    gcTime: 0,
  })

/** Asks the browser for one of the member's passkeys. */
export const confirmByPasskeyMutation = () =>
  mutationOptions({
    mutationKey: ['security', 'confirm-by-passkey'],
    mutationFn: async () => {
      const passkey = await askPasskey(await call(getConfirmOptions))
      return call(confirmIdentity, { body: { passkey } })
    },
    gcTime: 0,
  })

export const passkeyLoginOptions = () => call(getPasskeyLoginOptions)

/** With a passkey that the browser filled in; else it is asked for one. */
export const passkeyLoginMutation = () =>
  mutationOptions({
    mutationKey: ['security', 'passkey-login'],
    mutationFn: async (filledIn: BodyOf<typeof passkeyLogin>['passkey'] | null) =>
      call(passkeyLogin, { body: { passkey: filledIn ?? (await askPasskey(await passkeyLoginOptions())) } }),
    gcTime: 0,
  })

export const completeLoginMutation = () =>
  mutationOptions({
    mutationKey: ['security', 'second-step-login'],
    mutationFn: (body: BodyOf<typeof completeLogin>) => call(completeLogin, { body }),
    gcTime: 0,
  })
