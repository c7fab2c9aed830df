import { replace, type MiddlewareFunction, type RouteObject } from 'react-router'
import { needTexts, type TextPart } from '#web/i18n/index.ts'
import { paths, routePatterns } from '#shared/paths.ts'
import { queryClientContext } from '#web/lib/query-client.ts'
import { rememberReturnPath } from '#web/lib/page-load.ts'
import { dropSession, getSession, getToken } from '#web/lib/session.ts'
import type { memberPages } from './member-pages.ts'
import { ErrorPage, Shell } from './shell.tsx'

type LoadPage = () => Promise<object>

const isGuest = () => getSession() === null
const isMember = () => !isGuest()

/** Without a stored session, or with a damaged user record, to /login; it leads back to the wanted address. */
const membersOnly: MiddlewareFunction = ({ request, context }) => {
  if (isMember()) return
  // A token without a user would be sent back and forth between the two guards.
  if (getToken() !== null) dropSession()
  const { pathname, search } = new URL(request.url)
  rememberReturnPath(pathname + search)
  // Nothing of a member whose session is gone stays in memory.
  context.get(queryClientContext).clear()
  throw replace(paths.login())
}

const guestsOnly: MiddlewareFunction = () => {
  if (isMember()) throw replace(paths.home())
}

/** Who sees a page. */
interface Access {
  middleware: MiddlewareFunction[]
  isAllowed: () => boolean
}

const everybody: Access = { middleware: [], isAllowed: () => true }
const guests: Access = { middleware: [guestsOnly], isAllowed: isGuest }
const members: Access = { middleware: [membersOnly], isAllowed: isMember }

/** A page and the texts that it needs beside those which every screen has. */
function route(
  path: string,
  { middleware, isAllowed }: Access,
  texts: readonly TextPart[],
  load: LoadPage,
): RouteObject {
  const lazy = async () => {
    // The router asks for a page's code before the guards have answered: nobody loads what is not shown.
    if (!isAllowed()) throw new Error('the guard leads to another page')
    const [page] = await Promise.all([load(), needTexts(...texts)])
    return page
  }
  return { path, middleware, lazy }
}

type MemberPage = keyof typeof memberPages

const load = (name: MemberPage) => async () => (await import('./member-pages.ts')).memberPages[name]()

const allTexts: readonly TextPart[] = ['home', 'steps', 'app']

/** Of those that need fewer. */
const textsOf: Partial<Record<MemberPage, readonly TextPart[]>> = {
  verifyEmail: ['steps'],
  chooseAvatar: ['steps'],
  uploadAvatar: ['steps'],
  home: ['home'],
  homeAfterLogin: ['home'],
  admin: [...allTexts, 'admin'],
  adminPart: [...allTexts, 'admin'],
}

const {
  login,
  signup,
  waiting,
  firstOperator,
  report,
  appeal,
  unsubscribe,
  tonight,
  evening,
  forgotPassword,
  verifyResetCode,
  resetPassword,
  yearReview,
  ...memberPatterns
} = routePatterns

const pages: RouteObject[] = [
  route(login, guests, [], () => import('#web/pages/login.page.tsx')),
  route(signup, guests, [], () => import('#web/pages/signup.page.tsx')),
  route(waiting, guests, ['steps'], load('waiting')),
  route(forgotPassword, guests, ['steps'], () => import('#web/pages/forgot-password.page.tsx')),
  route(verifyResetCode, guests, ['steps'], () => import('#web/pages/verify-reset-code.page.tsx')),
  route(resetPassword, guests, ['steps'], () => import('#web/pages/reset-password.page.tsx')),
  ...(Object.keys(memberPatterns) as (keyof typeof memberPatterns)[]).map((name) =>
    route(memberPatterns[name], members, textsOf[name] ?? allTexts, load(name)),
  ),
  route(firstOperator, everybody, allTexts, load('firstOperator')),
  route(report, everybody, allTexts, load('report')),
  route(appeal, everybody, allTexts, load('appeal')),
  route(tonight, everybody, allTexts, load('tonight')),
  route(evening, everybody, allTexts, load('evening')),
  route(unsubscribe, everybody, allTexts, load('unsubscribe')),
  route(yearReview, everybody, allTexts, load('yearReview')),
  route('*', everybody, allTexts, load('notFound')),
]

/**
 * Every address. A page is a module with `Component` and, where it shows data, `loader`; it renders inside the
 * shell's `<main>`.
 */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <ErrorPage />,
    // A page that fails leaves the shell around it.
    children: [{ errorElement: <ErrorPage />, children: pages }],
  },
]
