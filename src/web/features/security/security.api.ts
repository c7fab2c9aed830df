import type { QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  addPasskey,
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmailChange,
  getPasskeyOptions,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  resendEmailChangeCodes,
  setUpSecondStep,
  turnOffSecondStep,
  turnOnSecondStep,
} from '#shared/api/security.ts'
import { call } from '#web/lib/api.ts'
import { changeOf } from '#web/lib/change-of.ts'
import { patchEntity } from '#web/lib/entity-cache.ts'
import { updateSessionUser } from '#web/lib/session.ts'
import { makePasskey } from './passkey.ts'
import { securityQuery } from './proof.api.ts'
import { confirmed } from './step-up.ts'

const change = <Input, Answer>(
  queryClient: QueryClient,
  name: string,
  mutationFn: (input: Input) => Promise<Answer>,
) => changeOf(queryClient, securityQuery().queryKey, name, mutationFn)

export const changePasswordMutation = (queryClient: QueryClient) =>
  change(queryClient, 'password', (body: BodyOf<typeof changePassword>) =>
    confirmed(() => call(changePassword, { body })),
  )

export const changeEmailMutation = (queryClient: QueryClient) =>
  change(queryClient, 'email', (email: string) => confirmed(() => call(changeEmail, { body: { email } })))

/** Answers whether that was the second of the two codes. */
export const confirmEmailMutation = (queryClient: QueryClient, memberId: string) =>
  change(
    queryClient,
    'confirm-email',
    async ({ email, ...body }: BodyOf<typeof confirmEmailChange> & { email: string }) => {
      const { changed } = await call(confirmEmailChange, { body })
      if (changed) {
        const proved = { email, emailVerified: true }
        updateSessionUser(proved)
        patchEntity(queryClient, memberId, proved)
      }
      return changed
    },
  )

export const resendEmailCodes = () => call(resendEmailChangeCodes)

export const cancelEmailMutation = (queryClient: QueryClient) =>
  change(queryClient, 'cancel-email', () => call(cancelEmailChange))

/** Takes the name that the passkey is to have. */
export const addPasskeyMutation = (queryClient: QueryClient) =>
  change(queryClient, 'add-passkey', async (name: string) => {
    const passkey = await makePasskey(await confirmed(() => call(getPasskeyOptions)))
    return confirmed(() => call(addPasskey, { body: { name, passkey } }))
  })

export const renamePasskeyMutation = (queryClient: QueryClient, passkeyId: string) =>
  change(queryClient, 'rename-passkey', (name: string) =>
    call(renamePasskey, { params: { passkeyId }, body: { name } }),
  )

export const removePasskeyMutation = (queryClient: QueryClient, passkeyId: string) =>
  change(queryClient, 'remove-passkey', () => confirmed(() => call(removePasskey, { params: { passkeyId } })))

export const setUpSecondStepMutation = (queryClient: QueryClient) =>
  change(queryClient, 'set-up-second-step', () => confirmed(() => call(setUpSecondStep)))

export const turnOnSecondStepMutation = (queryClient: QueryClient) =>
  change(queryClient, 'turn-on-second-step', (code: string) =>
    confirmed(() => call(turnOnSecondStep, { body: { code } })),
  )

export const turnOffSecondStepMutation = (queryClient: QueryClient) =>
  change(queryClient, 'turn-off-second-step', () => confirmed(() => call(turnOffSecondStep)))

export const renewRecoveryCodesMutation = (queryClient: QueryClient) =>
  change(queryClient, 'renew-recovery-codes', () => confirmed(() => call(renewRecoveryCodes)))
