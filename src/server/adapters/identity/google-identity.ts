import { createHash } from 'node:crypto'
import * as z from 'zod'
import { hourMs } from '#shared/durations.ts'
import { messageOf } from '#shared/thrown.ts'
import type { Config } from '#server/config.ts'
import type { Logger } from '#server/core/logger.ts'
import type { IdentityProvider } from './identity.ts'

/** Seconds by which the provider's clock and ours may differ. */
const clockTolerance = 30

/** Errors of jose when the key server answers late, with an error, or without a set of keys. */
const keyFaults = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'])

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string(),
  email_verified: z.literal(true),
  name: z.string().nullish(),
  exp: z.number().max(100_000_000_000),
})

/**
 * Verifies ID tokens of Google Identity Services, or of any OpenID Connect issuer with the same claims
 * (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token). The issuer's keys are kept
 * for an hour; an unknown key id asks again, at most every 30 seconds.
 */
export function createGoogleIdentity(
  settings: NonNullable<Config['google']>,
  logger: Logger,
  now: () => Date,
): IdentityProvider {
  const load = async () => {
    const jose = await import('jose')
    const keys = jose.createRemoteJWKSet(new URL(settings.jwksUrl), {
      timeoutDuration: 5000,
      cooldownDuration: 30_000,
      cacheMaxAge: hourMs,
    })
    return { jose, keys }
  }
  let loaded: ReturnType<typeof load> | undefined

  return {
    async verify(credential) {
      loaded ??= load()
      const { jose, keys } = await loaded
      try {
        const { payload } = await jose.jwtVerify(credential, keys, {
          algorithms: ['RS256', 'ES256'],
          issuer: settings.issuers,
          audience: settings.clientId,
          clockTolerance,
          currentDate: now(),
          requiredClaims: ['sub', 'email', 'email_verified', 'iat', 'exp'],
        })
        const { sub, email, name, exp } = claims.parse(payload)
        return {
          subject: sub,
          email,
          name: name ?? null,
          // Hashed without the signature, which anybody could spell differently in some algorithms and decoders.
          tokenHash: createHash('sha256')
            .update(credential.slice(0, credential.lastIndexOf('.')))
            .digest(),
          expiresAt: new Date((exp + clockTolerance) * 1000),
        }
      } catch (error) {
        const reason = messageOf(error)
        const ofToken =
          error instanceof z.ZodError ||
          (error instanceof jose.errors.JOSEError && !keyFaults.has(error.code))
        if (ofToken) logger.debug({ reason }, 'a Google token was refused')
        else logger.warn({ reason }, 'the keys of Google sign-in cannot be had')
        return null
      }
    },
  }
}
