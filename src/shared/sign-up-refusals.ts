/** What nobody may sign up with: a username, an e-mail address, a domain of addresses. */
export const refusalKinds = ['name', 'email', 'domain'] as const

export interface SignUpRefusal {
  kind: (typeof refusalKinds)[number]
  /** `*` stands for anything; case says nothing. */
  pattern: string
}

export const maxRefusalLength = 254

/** Why a pattern cannot be refused: it matches nearly everything, or is no valid address or domain. */
export type RefusalFault = 'too-wide' | 'not-an-address' | 'not-a-domain'

/** What is wrong with a pattern; null where it can be refused. */
export function faultOf({ kind, pattern }: SignUpRefusal): RefusalFault | null {
  // Names are compared without their underscores.
  const said = pattern.replaceAll(kind === 'name' ? /[*_]/g : '*', '')
  if (said.length < 2) return 'too-wide'
  if (kind === 'email' && !pattern.includes('@')) return 'not-an-address'
  if (kind === 'domain' && /[@/:\s]/.test(pattern)) return 'not-a-domain'
  return null
}
