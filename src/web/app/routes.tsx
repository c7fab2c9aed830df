import type { RouteObject } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { guestsOnly, membersOnly } from './guards.ts'
import { Shell } from './shell.tsx'
import { Splash } from './splash.tsx'

/**
 * Every address of the client (specification 1, section 2). A page is a module with `Component` and, where
 * it shows data, `loader`; it renders inside the shell's `<main>`. Addresses that no page serves fall to the
 * not-found page.
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
            middleware: [guestsOnly],
            children: [
              { path: 'login', lazy: () => import('#web/pages/login.page.tsx') },
              { path: 'signup', lazy: () => import('#web/pages/signup.page.tsx') },
              { path: 'forgot-password', lazy: () => import('#web/pages/forgot-password.page.tsx') },
              { path: 'verify-reset-code', lazy: () => import('#web/pages/verify-reset-code.page.tsx') },
              { path: 'reset-password', lazy: () => import('#web/pages/reset-password.page.tsx') },
            ],
          },
          {
            middleware: [membersOnly],
            children: [
              { index: true, lazy: () => import('#web/pages/home.page.tsx') },
              { path: 'home', lazy: () => import('#web/pages/home.page.tsx') },
              { path: 'verify-email', lazy: () => import('#web/pages/verify-email.page.tsx') },
              { path: 'friends-activity', lazy: () => import('#web/pages/friends-activity.page.tsx') },
              { path: 'trending', lazy: () => import('#web/pages/trending.page.tsx') },
              { path: 'search', lazy: () => import('#web/pages/search.page.tsx') },
              { path: 'scenebot', lazy: () => import('#web/pages/scenebot.page.tsx') },
              { path: 'notifications', lazy: () => import('#web/pages/notifications.page.tsx') },
              { path: 'profile', lazy: () => import('#web/pages/profile.page.tsx') },
              { path: 'profile/:id', lazy: () => import('#web/pages/profile.page.tsx') },
              { path: 'user/:userId', lazy: () => import('#web/pages/user.page.tsx') },
              { path: 'movie/:id', lazy: () => import('#web/pages/film.page.tsx') },
              { path: 'review/:id', lazy: () => import('#web/pages/review.page.tsx') },
              { path: 'log/:logId', lazy: () => import('#web/pages/log.page.tsx') },
              { path: 'settings', lazy: () => import('#web/pages/settings.page.tsx') },
            ],
          },
          { path: '*', lazy: () => import('#web/pages/not-found.page.tsx') },
        ],
      },
    ],
  },
]
