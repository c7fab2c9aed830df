import type { AnswerOf, BodyOf } from '#shared/api/endpoint.ts'
import type {
  addPasskey,
  getPasskeyLoginOptions,
  getPasskeyOptions,
  passkeyLogin,
} from '#shared/api/security.ts'
import { ApiError } from '#web/lib/api.ts'

/** Browsers have passkeys on secure origins only. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Its code is for those who use passkeys. */
const load = () => import('@simplewebauthn/browser')

type Library = Awaited<ReturnType<typeof load>>

/** Whatever a browser says, and a member who closes its question: nothing came of it. */
const orFailure = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
  asked.catch(() => {
    throw new ApiError(200, 'auth.passkey_failed', '')
  })

/** Asks the browser to make a passkey. @throws auth.passkey_failed */
export async function makePasskey(
  options: AnswerOf<typeof getPasskeyOptions>,
): Promise<BodyOf<typeof addPasskey>['passkey']> {
  const { startRegistration } = await load()
  const optionsJSON = options as Parameters<Library['startRegistration']>[0]['optionsJSON']
  const { id, rawId, response } = await orFailure(startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Asks for a passkey: at once, or `quietly` among what the browser fills in. @throws auth.passkey_failed */
export async function askPasskey(
  options: AnswerOf<typeof getPasskeyLoginOptions>,
  { quietly = false } = {},
): Promise<BodyOf<typeof passkeyLogin>['passkey']> {
  const { startAuthentication } = await load()
  const optionsJSON = options as Parameters<Library['startAuthentication']>[0]['optionsJSON']
  const asked = startAuthentication({ optionsJSON, useBrowserAutofill: quietly })
  const { id, rawId, response } = await orFailure(asked)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle !== undefined && { userHandle }),
    },
  }
}

/** Whether the browser offers passkeys where it fills a form in. */
export async function fillsInPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await load()).browserSupportsWebAuthnAutofill()
}

/** Ends what `askPasskey` waits for. */
export async function stopAsking(): Promise<void> {
  ;(await load()).WebAuthnAbortService.cancelCeremony()
}
