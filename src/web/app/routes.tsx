import { replace, type MiddlewareFunction, type RouteObject } from 'react-router'
import { withTexts } from '#web/i18n/index.ts'
import { paths, routePatterns } from '#shared/paths.ts'
import { queryClientContext } from '#web/lib/query-client.ts'
import { rememberReturnPath } from '#web/lib/page-load.ts'
import { dropSession, getSession, getToken } from '#web/lib/session.ts'
import type { memberPages } from './member-pages.ts'
import { textsOf, type PageName } from './page-texts.ts'
import { ErrorPage, Shell } from './shell.tsx'

type LoadPage = () => Promise<object>

const isGuest = () => getSession() === null
const isMember = () => !isGuest()

/** Sends whoever has no valid session to /login, which leads back to the wanted address. */
const membersOnly: MiddlewareFunction = ({ request, context }) => {
  if (isMember()) return
  // A token without a user would be sent back and forth between the two guards.
  if (getToken() !== null) dropSession()
  const { pathname, search } = new URL(request.url)
  rememberReturnPath(pathname + search)
  // Nothing of the former member may stay in memory.
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

/** A page, which comes with the texts that it shows. */
function route(name: PageName, { middleware, isAllowed }: Access, load: LoadPage): RouteObject {
  const lazy = async () => {
    // The router asks for a page's code before the guards have answered: a page that they will not show is not loaded.
    if (!isAllowed()) throw new Error('the guard leads to another page')
    return withTexts(load(), ...textsOf(name))
  }
  return { path: name === 'notFound' ? '*' : routePatterns[name], middleware, lazy }
}

type MemberPage = keyof typeof memberPages

const load = (name: MemberPage) => async () => (await import('./member-pages.ts')).memberPages[name]()

const guestPages = {
  login: () => import('#web/pages/login.page.tsx'),
  signup: () => import('#web/pages/signup.page.tsx'),
  waiting: load('waiting'),
  forgotPassword: () => import('#web/pages/forgot-password.page.tsx'),
  verifyResetCode: () => import('#web/pages/verify-reset-code.page.tsx'),
  resetPassword: () => import('#web/pages/reset-password.page.tsx'),
}

const forEverybody = new Set<MemberPage>([
  'firstOperator',
  'report',
  'appeal',
  'tonight',
  'evening',
  'unsubscribe',
  'yearReview',
])

type GuestPage = keyof typeof guestPages

const isOfGuests = (name: keyof typeof routePatterns): name is GuestPage => Object.hasOwn(guestPages, name)

const pages: RouteObject[] = [
  ...(Object.keys(routePatterns) as (keyof typeof routePatterns)[]).map((name) =>
    isOfGuests(name)
      ? route(name, guests, guestPages[name])
      : route(name, forEverybody.has(name) ? everybody : members, load(name)),
  ),
  route('notFound', everybody, load('notFound')),
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
