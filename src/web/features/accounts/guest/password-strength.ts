type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong'

const common = /^(.)\1*$|password|passwort|azerty|qwerty|letmein|welcome|admin|1234|abcd/i

/**
 * A hint for people, not a rule: length counts most, kinds of characters a little, well-known patterns
 * make everything weak.
 */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\da-zA-Z]/].filter((kind) => kind.test(password)).length
  const points = Math.min(password.length, 24) + 2 * (kinds - 1)
  if (common.test(password) || password.length < 6) return 'weak'
  if (points < 12) return 'fair'
  return points < 17 ? 'good' : 'strong'
}
