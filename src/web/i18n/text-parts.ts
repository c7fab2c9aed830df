/**
 * `account`: login, sign-up and what all screens share; `steps`: what follows these two or opens over them,
 * such as codes, cropping and Google's answers; `home`: the shell and the first screen; `first`: a film's page and a
 * profile, which are often opened first; `app`: all the others but `admin`, the operators'.
 */
export type TextPart = 'account' | 'steps' | 'home' | 'first' | 'app' | 'admin'
