import type { TextKey } from '#web/i18n/index.ts'
import type { Flash } from '#web/lib/flash.ts'

/** What is said after the full page load that ends a step of an account. */
export const flashTexts = {
  'logged-in': 'auth.login.success',
  'logged-in-google': 'auth.google.success',
  'logged-out': 'auth.logout.success',
  'signed-up': 'auth.signup.success',
  'email-verified': 'auth.verify.success',
  'code-sent': 'auth.forgot.success',
  'password-updated': 'auth.reset.success',
} as const satisfies Record<Flash, TextKey>
