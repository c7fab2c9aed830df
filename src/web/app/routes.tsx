import type { RouteObject } from 'react-router'
import { needTexts } from '#web/i18n/index.ts'
import { ErrorPage } from './error-page.tsx'
import { leaveFor, membersOnly } from './guards.ts'
import { guestPages, type MemberPattern } from './pages.ts'
import { Shell } from './shell.tsx'
import { Splash } from './splash.tsx'

const memberPages = {
  '/': () => import('#web/pages/home.page.tsx'),
  '/home': () => import('#web/pages/home.page.tsx'),
  '/friends-activity': () => import('#web/pages/friends-activity.page.tsx'),
  '/trending': () => import('#web/pages/trending.page.tsx'),
  '/search': () => import('#web/pages/search.page.tsx'),
  '/scenebot': () => import('#web/pages/scenebot.page.tsx'),
  '/notifications': () => import('#web/pages/notifications.page.tsx'),
  '/profile': () => import('#web/pages/profile.page.tsx'),
  '/profile/:id': () => import('#web/pages/profile.page.tsx'),
  '/profile/:id/followers': () => import('#web/pages/followers.page.tsx'),
  '/profile/:id/following': () => import('#web/pages/followers.page.tsx'),
  '/edit-profile': () => import('#web/pages/edit-profile.page.tsx'),
  '/choose-backdrop': () => import('#web/pages/choose-backdrop.page.tsx'),
  '/user/:userId': () => import('#web/pages/user.page.tsx'),
  '/movie/:id': () => import('#web/pages/film.page.tsx'),
  '/movie/:id/reviews': () => import('#web/pages/film-reviews.page.tsx'),
  '/movie/:id/friends': () => import('#web/pages/film-friends.page.tsx'),
  '/actor/:id': () => import('#web/pages/person.page.tsx'),
  '/director/:id': () => import('#web/pages/person.page.tsx'),
  '/person/:id': () => import('#web/pages/person.page.tsx'),
  '/review/:id': () => import('#web/pages/review.page.tsx'),
  '/review/:id/replies': () => import('#web/pages/replies.page.tsx'),
  '/review/:id/change-backdrop': () => import('#web/pages/change-backdrop.page.tsx'),
  '/movie/:movieId/reviews/:userId': () => import('#web/pages/member-film-logs.page.tsx'),
  '/film-reviews/:movieId/:userId': () => import('#web/pages/member-film-logs.page.tsx'),
  '/replies/:id': () => import('#web/pages/replies.page.tsx'),
  '/log/:logId': () => import('#web/pages/log.page.tsx'),
  '/create-list': () => import('#web/pages/create-list.page.tsx'),
  '/list/:id': () => import('#web/pages/list.page.tsx'),
  '/list/:id/edit': () => import('#web/pages/edit-list.page.tsx'),
  '/add-to-list/:movieId': () => import('#web/pages/add-to-list.page.tsx'),
  '/share/:type/:id': () => import('#web/pages/share.page.tsx'),
  '/share-review/:id': () => import('#web/pages/share-review.page.tsx'),
  '/import': () => import('#web/pages/import.page.tsx'),
  '/settings': () => import('#web/pages/settings.page.tsx'),
  '/avatar-upload-test': () => import('#web/pages/avatar-upload-test.page.tsx'),
} as const satisfies Record<MemberPattern, () => Promise<object>>

/** A page's code together with the texts that home does without. */
const withTexts =
  <Page extends object>(load: () => Promise<Page>) =>
  async () => {
    const [page] = await Promise.all([load(), needTexts('steps', 'app')])
    return page
  }

/**
 * Every address of the app (specification 1, section 2). A page is a module with `Component` and, where it
 * shows data, `loader`; it renders inside the shell's `<main>`. Addresses that no page serves fall to the
 * not-found page; those of the account screens leave the app.
 */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    hydrateFallbackElement: <Splash />,
    errorElement: <ErrorPage />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          {
            middleware: [membersOnly],
            children: Object.entries(memberPages).map(([path, load]) => ({
              path,
              lazy: path === '/' || path === '/home' ? load : withTexts<object>(load),
            })),
          },
          ...Object.keys(guestPages).map((path) => ({ path, middleware: [leaveFor(path)], element: null })),
          { path: '*', lazy: withTexts(() => import('#web/pages/not-found.page.tsx')) },
        ],
      },
    ],
  },
]
