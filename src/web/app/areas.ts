import displayFont from '@fontsource-variable/alexandria/files/alexandria-latin-wght-normal.woff2'
import type { ReactElement } from 'react'
import type { Part } from '#web/i18n/index.ts'
import { paths } from '#web/lib/paths.ts'
import { getSession } from '#web/lib/session.ts'
import { admitMember } from './guards.ts'
import { guestPageAt, memberPatternAt, type GuestPage, type MemberPattern } from './pages.ts'

/** The account screens are set in the text face alone. */
function preloadDisplayFont(): void {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: displayFont })
  document.head.append(link)
}

export interface Area {
  /** Which texts it needs. */
  texts: readonly Part[]
  /** Loads the code and gives what is to be rendered. */
  open: () => Promise<ReactElement>
}

/** The page that is loading stays; only its address changes. */
function areaAt(path: string): Area {
  window.history.replaceState(null, '', path)
  return chooseArea()
}

/**
 * What the address asks for: an account screen, or the app with all other screens. Both guards of the
 * specification (1, section 2) act here first, so that nobody loads the code of the wrong one.
 */
export function chooseArea(): Area {
  const { pathname, search } = window.location
  const guestPage = guestPageAt(pathname)
  const pattern = guestPage ? null : memberPatternAt(pathname)
  if (pattern || guestPage?.access === 'member') {
    if (!admitMember(pathname + search)) return areaAt(paths.login())
  } else if (guestPage && getSession()) return areaAt(paths.home())
  return guestPage
    ? { texts: guestPage.texts, open: () => openGuestArea(guestPage) }
    : {
        texts: isHome(pattern) ? homeParts : [...homeParts, 'steps', 'app'],
        open: () => openMemberArea(pattern),
      }
}

async function openGuestArea({ load }: GuestPage): Promise<ReactElement> {
  const [{ guestArea }, { Component }] = await Promise.all([import('./guest-area.tsx'), load()])
  return guestArea(Component)
}

const homeParts: readonly Part[] = ['account', 'home']

const isHome = (pattern: MemberPattern | null) => pattern === '/' || pattern === '/home'

async function openMemberArea(pattern: MemberPattern | null): Promise<ReactElement> {
  preloadDisplayFont()
  // Where most visits begin: its code comes together with the app's. The router asks for it again and meets
  // a failure.
  if (isHome(pattern)) import('#web/pages/home.page.tsx').catch(() => undefined)
  const { memberArea } = await import('./member-area.tsx')
  return memberArea()
}
