/** The identity of somebody who signs in, confirmed by the provider. */
export interface ProvenIdentity {
  /** The provider's lasting id of the person; the e-mail address behind it may change. */
  subject: string
  /** Verified by the provider; as the provider writes it. */
  email: string
  name: string | null
  /** SHA-256 of the signed part of the token: the same for every spelling of one token. */
  tokenHash: Buffer
  /** When the token expires. */
  expiresAt: Date
}

/** Verifies tokens of a third-party sign-in. */
export interface IdentityProvider {
  /**
   * Null for an invalid token, and while the issuer's keys cannot be fetched (which is logged). Whether the token was
   * used before is for the caller to check.
   */
  verify(credential: string): Promise<ProvenIdentity | null>
}

/** Third-party sign-in is off: every token is refused. */
export function createNoIdentity(): IdentityProvider {
  return { verify: async () => null }
}
