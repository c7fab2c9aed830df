/** 3 to 20 letters, digits or underscores. */
export const usernamePattern = /^[A-Za-z0-9_]{3,20}$/

/** The shape x@y.z and no more; linear, at most 254 characters. */
export function isEmail(value: string): boolean {
  if (value.length > 254 || /\s/.test(value)) return false
  const at = value.indexOf('@')
  if (at < 1 || at !== value.lastIndexOf('@')) return false
  const domain = value.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return dot > 0 && dot < domain.length - 1
}
