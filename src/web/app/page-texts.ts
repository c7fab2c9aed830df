import type { routePatterns } from '#shared/paths.ts'
import type { TextPart } from '#web/i18n/text-parts.ts'

export type PageName = keyof typeof routePatterns | 'notFound'

const allTexts: readonly TextPart[] = ['home', 'steps', 'first', 'app']

/** The pages that need fewer or more texts than most. */
const texts: Partial<Record<PageName, readonly TextPart[]>> = {
  login: [],
  signup: [],
  waiting: ['steps'],
  forgotPassword: ['steps'],
  verifyResetCode: ['steps'],
  resetPassword: ['steps'],
  verifyEmail: ['steps'],
  chooseAvatar: ['home', 'steps'],
  uploadAvatar: ['home', 'steps'],
  home: ['home'],
  homeAfterLogin: ['home'],
  film: ['home', 'first'],
  ownProfile: ['home', 'first'],
  memberProfile: ['home', 'first'],
  admin: [...allTexts, 'admin'],
  adminPart: [...allTexts, 'admin'],
}

/** The texts that a page waits for beside `account`. What it loads later brings its own (`withTexts`). */
export const textsOf = (page: PageName): readonly TextPart[] => texts[page] ?? allTexts
