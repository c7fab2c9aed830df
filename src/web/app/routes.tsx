import { replace, type MiddlewareFunction, type RouteObject } from 'react-router'
import { needTexts, type TextPart } from '#web/i18n/index.ts'
import { paths, routePatterns } from '#shared/paths.ts'
import { queryClientContext } from '#web/lib/query-client.ts'
import { rememberReturnPath } from '#web/lib/page-load.ts'
import { dropSession, getSession, getToken } from '#web/lib/session.ts'
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

/** Who sees the pages of a group. */
interface Access {
  middleware: MiddlewareFunction[]
  isAllowed: () => boolean
}

const everybody: Access = { middleware: [], isAllowed: () => true }
const guests: Access = { middleware: [guestsOnly], isAllowed: isGuest }
const members: Access = { middleware: [membersOnly], isAllowed: isMember }

/** Pages with the same access that need the same texts beside those which every screen has. */
function group(
  { middleware, isAllowed }: Access,
  texts: readonly TextPart[],
  pages: Record<string, LoadPage>,
): RouteObject {
  const withTexts = (load: LoadPage) => async () => {
    // The router asks for a page's code before the guards have answered: nobody loads what is not shown.
    if (!isAllowed()) throw new Error('the guard leads to another page')
    const [page] = await Promise.all([load(), needTexts(...texts)])
    return page
  }
  return {
    middleware,
    children: Object.entries(pages).map(([path, load]) => ({ path, lazy: withTexts(load) })),
  }
}

const uploadAvatar = () => import('#web/pages/upload-avatar.page.tsx')
const home = () => import('#web/pages/home.page.tsx')
const profile = () => import('#web/pages/profile.page.tsx')
const followers = () => import('#web/pages/followers.page.tsx')
const person = () => import('#web/pages/person.page.tsx')
const replies = () => import('#web/pages/replies.page.tsx')
const memberFilmLogs = () => import('#web/pages/member-film-logs.page.tsx')

const pages: RouteObject[] = [
  group(guests, [], {
    [routePatterns.login]: () => import('#web/pages/login.page.tsx'),
    [routePatterns.signup]: () => import('#web/pages/signup.page.tsx'),
  }),
  group(guests, ['steps'], {
    [routePatterns.forgotPassword]: () => import('#web/pages/forgot-password.page.tsx'),
    [routePatterns.verifyResetCode]: () => import('#web/pages/verify-reset-code.page.tsx'),
    [routePatterns.resetPassword]: () => import('#web/pages/reset-password.page.tsx'),
  }),
  group(members, ['steps'], {
    [routePatterns.verifyEmail]: () => import('#web/pages/verify-email.page.tsx'),
    [routePatterns.chooseAvatar]: uploadAvatar,
    [routePatterns.uploadAvatar]: uploadAvatar,
  }),
  group(members, ['home'], { [routePatterns.home]: home, [routePatterns.homeAfterLogin]: home }),
  group(members, ['home', 'steps', 'app'], {
    [routePatterns.friendsActivity]: () => import('#web/pages/friends-activity.page.tsx'),
    [routePatterns.trending]: () => import('#web/pages/trending.page.tsx'),
    [routePatterns.search]: () => import('#web/pages/search.page.tsx'),
    [routePatterns.films]: () => import('#web/pages/films.page.tsx'),
    [routePatterns.sceneBot]: () => import('#web/pages/scenebot.page.tsx'),
    [routePatterns.notifications]: () => import('#web/pages/notifications.page.tsx'),
    [routePatterns.ownProfile]: profile,
    [routePatterns.memberProfile]: profile,
    [routePatterns.followers]: followers,
    [routePatterns.following]: followers,
    [routePatterns.statistics]: () => import('#web/pages/statistics.page.tsx'),
    [routePatterns.editProfile]: () => import('#web/pages/edit-profile.page.tsx'),
    [routePatterns.chooseBackdrop]: () => import('#web/pages/choose-backdrop.page.tsx'),
    [routePatterns.user]: () => import('#web/pages/user.page.tsx'),
    [routePatterns.film]: () => import('#web/pages/film.page.tsx'),
    [routePatterns.filmReviews]: () => import('#web/pages/film-reviews.page.tsx'),
    [routePatterns.filmFriends]: () => import('#web/pages/film-friends.page.tsx'),
    [routePatterns.filmLists]: () => import('#web/pages/film-lists.page.tsx'),
    [routePatterns.actor]: person,
    [routePatterns.director]: person,
    [routePatterns.person]: person,
    [routePatterns.review]: () => import('#web/pages/review.page.tsx'),
    [routePatterns.replies]: replies,
    [routePatterns.changeBackdrop]: () => import('#web/pages/change-backdrop.page.tsx'),
    [routePatterns.memberFilmLogs]: memberFilmLogs,
    [routePatterns.filmReviewsOfMember]: memberFilmLogs,
    [routePatterns.answerReply]: replies,
    [routePatterns.log]: () => import('#web/pages/log.page.tsx'),
    [routePatterns.createList]: () => import('#web/pages/create-list.page.tsx'),
    [routePatterns.list]: () => import('#web/pages/list.page.tsx'),
    [routePatterns.editList]: () => import('#web/pages/edit-list.page.tsx'),
    [routePatterns.addToList]: () => import('#web/pages/add-to-list.page.tsx'),
    [routePatterns.share]: () => import('#web/pages/share.page.tsx'),
    [routePatterns.shareReview]: () => import('#web/pages/share-review.page.tsx'),
    [routePatterns.importData]: () => import('#web/pages/import.page.tsx'),
    [routePatterns.settings]: () => import('#web/pages/settings.page.tsx'),
    [routePatterns.avatarUploadTest]: () => import('#web/pages/avatar-upload-test.page.tsx'),
  }),
  group(everybody, ['home', 'steps', 'app'], {
    '*': () => import('#web/pages/not-found.page.tsx'),
  }),
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
