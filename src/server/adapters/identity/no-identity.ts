import type { IdentityProvider } from './identity.ts'

/** Third-party sign-in is off: every token is refused. */
export function createNoIdentity(): IdentityProvider {
  return { verify: async () => null }
}
