import * as z from 'zod/mini'
import { session } from './accounts.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { done, id, line, text } from './fields.ts'

/** Six digits of an app, or one of the recovery codes, with or without blanks and hyphens. */
const secondStepCode = line(40, 'auth.code_invalid').check(z.trim(), z.minLength(6, 'auth.code_invalid'))

const base64url = line(8000).check(z.regex(/^[\w-]+$/))

/** What browsers make of a passkey, as `PublicKeyCredential.toJSON()` writes it. */
const credential = <Response extends z.ZodMiniType>(response: Response) =>
  z.object({ id: base64url, rawId: base64url, type: z.literal('public-key'), response })

const madePasskey = credential(
  z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(line(30)).check(z.maxLength(10))),
  }),
)

const usedPasskey = credential(
  z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
)

const userVerification = z.enum(['required', 'preferred'])
const credentialRef = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** `PublicKeyCredentialRequestOptionsJSON`; without `allowCredentials` any passkey of this address may answer. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification,
  allowCredentials: z.array(credentialRef),
})

/** `PublicKeyCredentialCreationOptionsJSON` */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialRef),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification,
  }),
})

const passkey = z.object({
  id,
  name: z.string(),
  createdAt: z.string(),
  usedAt: z.nullable(z.string()),
  /** Its keeper has it on more than one device. */
  backedUp: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

/** By what a member can prove who they are, the best first. */
const proofs = ['passkey', 'code', 'password', 'google'] as const
export type Proof = (typeof proofs)[number]

const recoveryCodes = z.array(z.string())

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/auth/security',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'How one signs in: password, address, passkeys and second step',
  answer: z.object({
    email: z.string(),
    /** None for who signs in with Google only. */
    hasPassword: z.boolean(),
    /** Of a new one, in characters. */
    passwordMinLength: z.number(),
    emailChange: z.nullable(
      z.object({
        email: z.string(),
        /** Whether the address that was has yet to say yes, and the new one. */
        waitsForOld: z.boolean(),
        waitsForNew: z.boolean(),
        expiresAt: z.string(),
      }),
    ),
    /** Null while it is off. */
    secondStep: z.nullable(z.object({ since: z.string(), recoveryCodesLeft: z.number() })),
    passkeys: z.array(passkey),
    /** By what one can confirm that it is oneself. */
    proofs: z.array(z.enum(proofs)),
    /** Nobody need confirm it before; null where it is asked at once. */
    confirmedUntil: z.nullable(z.string()),
  }),
})
export type Security = AnswerOf<typeof getSecurity>

export const completeLogin = endpoint({
  method: 'POST',
  path: '/api/auth/second-step/login',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: [
    'auth.code_invalid',
    'auth.code_locked',
    'auth.code_unreadable',
    'auth.second_step_over',
    'auth.suspended',
  ],
  summary: 'Start the session that `auth.second_step` promised, with a code of the app or a recovery code',
  body: z.object({ challenge: line(100, 'auth.second_step_over'), code: secondStepCode }),
  answer: session,
})

export const setUpSecondStep = endpoint({
  method: 'POST',
  path: '/api/auth/second-step',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'auth.second_step_on'],
  summary: 'A new key for an app that makes codes; nothing is asked for until a code of it came back',
  answer: z.object({
    /** Base32. */
    key: z.string(),
    /** `otpauth://`, for a QR code. */
    address: z.string(),
  }),
})

export const turnOnSecondStep = endpoint({
  method: 'POST',
  path: '/api/auth/second-step/confirm',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [
    'auth.step_up_required',
    'auth.code_invalid',
    'auth.code_unreadable',
    'auth.second_step_on',
    'auth.second_step_off',
  ],
  summary: 'Turn the second step on with a code of the app; answers the recovery codes, once',
  body: z.object({ code: secondStepCode }),
  answer: z.object({ recoveryCodes }),
})

export const turnOffSecondStep = endpoint({
  method: 'DELETE',
  path: '/api/auth/second-step',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required'],
  summary: 'Turn the second step off; its recovery codes are void',
  answer: done,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/second-step/recovery-codes',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'auth.second_step_off'],
  summary: 'New recovery codes in place of the old ones',
  answer: z.object({ recoveryCodes }),
})

export const getConfirmOptions = endpoint({
  method: 'POST',
  path: '/api/auth/confirm/options',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.passkey_failed'],
  summary: 'What a browser needs to confirm by a passkey that it is oneself',
  answer: requestOptions,
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [
    'auth.passkey_failed',
    'auth.code_invalid',
    'auth.code_locked',
    'auth.code_unreadable',
    'auth.password_wrong',
    'auth.google_failed',
  ],
  summary:
    'Prove again who one is, by one of `proofs`; for ten minutes this session may then do what is answered by `auth.step_up_required`',
  body: z.object({
    passkey: z.optional(usedPasskey),
    code: z.optional(secondStepCode),
    password: z.optional(text(200, 'auth.password_wrong')),
    /** An ID token of Google's. */
    google: z.optional(line(10_000, 'auth.google_failed')),
  }),
  answer: z.object({ confirmedUntil: z.string() }),
})

export const getPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'auth.passkey_failed', 'auth.passkey_full'],
  summary: 'What a browser needs to make a passkey',
  answer: creationOptions,
})

const passkeyName = line(60).check(z.trim(), z.minLength(1))

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'auth.passkey_failed', 'auth.passkey_full'],
  summary: 'Keep a passkey that the browser made',
  body: z.object({ name: passkeyName, passkey: madePasskey }),
  answer: passkey,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/auth/passkeys/:passkeyId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.passkey_not_found'],
  summary: 'Name one of one’s passkeys',
  params: z.object({ passkeyId: id }),
  body: z.object({ name: passkeyName }),
  answer: passkey,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:passkeyId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'auth.passkey_not_found'],
  summary: 'Remove one of one’s passkeys',
  params: z.object({ passkeyId: id }),
  answer: done,
})

export const getPasskeyLoginOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/login/options',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.passkey_failed'],
  summary: 'What a browser needs to log in by a passkey, whose ever it is',
  answer: requestOptions,
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/login',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.passkey_failed', 'auth.second_step', 'auth.suspended'],
  summary:
    'Start a session by a passkey; one that did not verify its user is followed by the second step, where that is on',
  body: z.object({ passkey: usedPasskey }),
  answer: session,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [
    'auth.step_up_required',
    'auth.password_wrong',
    'auth.reset_password_short',
    'auth.password_known',
  ],
  summary: 'Change one’s password, or set the first one; ends all other sessions',
  body: z.object({
    /** Needed where there is one. */
    currentPassword: z.optional(text(200, 'auth.password_wrong')),
    newPassword: line(200, 'auth.reset_password_short'),
  }),
  answer: done,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'auth.email_invalid', 'auth.email_taken', 'auth.code_wait'],
  summary: 'Begin to change one’s address: codes go to both, and until both came back nothing changes',
  body: z.object({ email: line(300, 'auth.email_invalid') }),
  answer: done,
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.code_format', 'auth.code_invalid', 'auth.email_taken', 'auth.email_change_over'],
  summary: 'Give the code that went to one of the two addresses; the second one changes the address',
  body: z.object({
    address: z.enum(['old', 'new']),
    code: line(300, 'auth.code_format').check(z.trim(), z.length(6, 'auth.code_format')),
  }),
  answer: z.object({
    /** False while the other address has yet to say yes. */
    changed: z.boolean(),
  }),
})

export const resendEmailChangeCodes = endpoint({
  method: 'POST',
  path: '/api/auth/email/resend',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.code_wait', 'auth.email_change_over'],
  summary: 'Send the codes again to the addresses that have yet to say yes, at most once a minute',
  answer: done,
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/auth/email',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'Leave one’s address as it is',
  answer: done,
})
