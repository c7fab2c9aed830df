export const usernameField = {
  name: 'username',
  // The address is what one logs in with, so that is what a password manager keeps.
  autoComplete: 'nickname',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  dir: 'ltr',
} as const

export const emailField = {
  type: 'email',
  name: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
