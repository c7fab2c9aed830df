import type { ComponentType } from 'react'
import type { Part } from '#web/i18n/index.ts'
import { paths } from '#web/lib/paths.ts'

export interface GuestPage {
  /** `guest`: a signed-in member has no use for it. `member`: needs a session, as the app's screens do. */
  access: 'guest' | 'member'
  /** Which texts it needs. */
  texts: readonly Part[]
  load: () => Promise<{ Component: ComponentType }>
}

const first: readonly Part[] = ['account']
const later: readonly Part[] = ['account', 'steps']

const uploadAvatar: GuestPage = {
  access: 'member',
  texts: later,
  load: () => import('#web/pages/upload-avatar.page.tsx'),
}

/**
 * The account screens by their address. They open without router and query cache, each with a page load of
 * its own (docs/decisions/007-guest-area.md).
 */
export const guestPages: Readonly<Record<string, GuestPage>> = {
  [paths.login()]: { access: 'guest', texts: first, load: () => import('#web/pages/login.page.tsx') },
  [paths.signup()]: { access: 'guest', texts: first, load: () => import('#web/pages/signup.page.tsx') },
  [paths.forgotPassword()]: {
    access: 'guest',
    texts: later,
    load: () => import('#web/pages/forgot-password.page.tsx'),
  },
  [paths.verifyResetCode()]: {
    access: 'guest',
    texts: later,
    load: () => import('#web/pages/verify-reset-code.page.tsx'),
  },
  [paths.resetPassword()]: {
    access: 'guest',
    texts: later,
    load: () => import('#web/pages/reset-password.page.tsx'),
  },
  [paths.verifyEmail()]: {
    access: 'member',
    texts: later,
    load: () => import('#web/pages/verify-email.page.tsx'),
  },
  [paths.chooseAvatar()]: uploadAvatar,
  [paths.uploadAvatar()]: uploadAvatar,
}

/** The members' screens: the router's patterns of their addresses (specification 1, section 2). */
export const memberPatterns = [
  '/',
  '/home',
  '/friends-activity',
  '/trending',
  '/search',
  '/scenebot',
  '/notifications',
  '/profile',
  '/profile/:id',
  '/profile/:id/followers',
  '/profile/:id/following',
  '/edit-profile',
  '/choose-backdrop',
  '/user/:userId',
  '/movie/:id',
  '/movie/:id/reviews',
  '/movie/:id/friends',
  '/actor/:id',
  '/director/:id',
  '/person/:id',
  '/review/:id',
  '/review/:id/replies',
  '/review/:id/change-backdrop',
  '/movie/:movieId/reviews/:userId',
  '/film-reviews/:movieId/:userId',
  '/replies/:id',
  '/log/:logId',
  '/create-list',
  '/list/:id',
  '/list/:id/edit',
  '/add-to-list/:movieId',
  '/share/:type/:id',
  '/share-review/:id',
  '/import',
  '/settings',
  '/avatar-upload-test',
] as const

export type MemberPattern = (typeof memberPatterns)[number]

/** Like the router: whatever the case, with or without a slash at the end. */
function matches(pattern: string, pathname: string): boolean {
  const source = pattern.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/*$`, 'i').test(pathname)
}

export function guestPageAt(pathname: string): GuestPage | null {
  return Object.entries(guestPages).find(([path]) => matches(path, pathname))?.[1] ?? null
}

/** Known before the router is there. */
export function memberPatternAt(pathname: string): MemberPattern | null {
  return memberPatterns.find((pattern) => matches(pattern, pathname)) ?? null
}
