/** Who signs in, as the provider vouches for it. */
export interface ProvenIdentity {
  /** The provider's lasting id of the person; the e-mail address behind it may change. */
  subject: string
  /** Verified by the provider; as the provider writes it. */
  email: string
  name: string | null
  /** SHA-256 of the signed part of the token: the same for every spelling of one token. */
  tokenHash: Buffer
  /** From here on the token is refused for its age alone. */
  expiresAt: Date
}

/** Tells who is behind a token of a third-party sign-in. */
export interface IdentityProvider {
  /**
   * Null for a token that proves nothing to us, and while its keys cannot be fetched (that is logged). Whether
   * the token served before is the caller's to remember.
   */
  verify(credential: string): Promise<ProvenIdentity | null>
}

/** Third-party sign-in is off: every token is refused. */
export function createNoIdentity(): IdentityProvider {
  return { verify: async () => null }
}
