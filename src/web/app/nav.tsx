import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  Clapperboard,
  Compass,
  Flag,
  House,
  Popcorn,
  Search,
  Settings,
  ShieldCheck,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { useGuestWish } from '#web/features/guest-wish/use-guest-wish.ts'
import { LogButton } from '#web/features/logs/dialog/log-button.tsx'
import { LogDialogHost } from '#web/features/logs/dialog/log-dialog-host.tsx'
import { ReportDialogHost } from '#web/features/moderation/report-dialog-host.tsx'
import { unreadCountQuery } from '#web/features/notifications/notifications.api.ts'
import type { Role } from '#shared/api/members.ts'
import { useTranslation, type TextKey } from '#web/i18n/index.ts'
import { whenIdle } from '#web/lib/page-load.ts'
import { matchPath, paths, routePatterns } from '#shared/paths.ts'
import type { SessionUser } from '#web/lib/session.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { loadFailedStyles } from '#web/ui/overlays/failed-styles.ts'
import { hostOverlays } from '#web/ui/overlays/on-demand.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import styles from './nav.module.css'

interface Entry {
  path: string
  label: TextKey
  icon: LucideIcon
  /** Another address of the same screen. */
  also?: string
  /** Only in the bar at the side of a desk. */
  desk?: true
  /** What waits there is counted beside the label. */
  counted?: true
}

const ReportCount = lazy(async () => ({
  default: (await import('#web/features/moderation/report-count.tsx')).ReportCount,
}))

/**
 * After the first paint beside a mouse, and so most likely a keyboard; else after the first key, so that phones need not load
 * them. Without their code everything else works.
 */
const Shortcuts = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise<void>((resolve) => {
    if (matchMedia('(any-pointer: fine)').matches) whenIdle(resolve)
    else window.addEventListener('keydown', () => resolve(), { once: true })
  })
  try {
    return { default: (await import('#web/features/shortcuts/shortcuts.tsx')).Shortcuts }
  } catch {
    return { default: () => null }
  }
})

const notifications = paths.notifications()

const entries: readonly Entry[] = [
  { path: paths.home(), label: 'nav.home', icon: House, also: paths.homeAfterLogin() },
  { path: paths.search(), label: 'nav.search', icon: Search },
  { path: paths.films(), label: 'nav.discover', icon: Compass, desk: true },
  { path: paths.tonight(), label: 'nav.tonight', icon: Popcorn, desk: true },
  { path: paths.sceneBot(), label: 'nav.sceneBot', icon: Clapperboard },
  { path: notifications, label: 'nav.notifications', icon: Bell },
  { path: paths.profile(), label: 'nav.profile', icon: UserRound },
]

/** The entries at the foot of the bar at the side. */
const footEntries: readonly Entry[] = [{ path: paths.settings(), label: 'nav.settings', icon: Settings }]

/** Below whose address other screens of theirs are. */
const withParts: ReadonlySet<string> = new Set([paths.admin(), paths.tonight(), paths.settings()])

/** Moderators have one part of the operators' page. */
const forRole: Readonly<Record<Role, readonly Entry[]>> = {
  member: [],
  moderator: [{ path: paths.adminPart('reports'), label: 'nav.reports', icon: Flag, counted: true }],
  operator: [{ path: paths.admin(), label: 'nav.admin', icon: ShieldCheck }],
}

/**
 * The navigation: five entries at the bottom on phones, all of them at the side from 1024 px. It also has the dialogs
 * that open from anywhere.
 */
export function Nav({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  useGuestWish()
  useEffect(() => void hostOverlays({ prepare: loadFailedStyles }), [])
  const { data: unread } = useQuery(unreadCountQuery(user._id))
  const hasUnread = (unread?.count ?? 0) > 0 && pathname !== notifications
  const ownProfile = paths.profile(user._id)
  const searchKey = useShortcut('/')
  const entry = ({ path, label, icon: Icon, also, desk, counted }: Entry) => {
    const isOwn = path === paths.profile() && pathname === ownProfile
    const isPart = withParts.has(path) && pathname.startsWith(`${path}/`)
    const current = pathname === path || pathname === also || isOwn || isPart
    const dot = path === notifications && hasUnread
    return (
      <li key={path} className={desk && styles.desk}>
        <Link
          to={path}
          className={styles.entry}
          aria-current={current ? 'page' : undefined}
          aria-label={dot ? t('nav.notificationsUnread') : undefined}
          aria-keyshortcuts={path === paths.search() ? searchKey : undefined}
        >
          <span className={styles.icon}>
            <Icon aria-hidden="true" size={24} strokeWidth={current ? 2.25 : 1.75} />
            {dot ? <span className={styles.dot} data-testid="unread-dot" /> : null}
          </span>
          <span className={styles.label}>{t(label)}</span>
          {counted ? (
            <Suspense fallback={null}>
              {' '}
              <ReportCount className={styles.count} />
            </Suspense>
          ) : null}
        </Link>
      </li>
    )
  }
  return (
    <>
      <nav className={styles.nav} aria-label={t('nav.label')}>
        <span className={styles.logo} aria-hidden="true">
          <span className={styles.mark}>
            <Logo size={28} markOnly />
          </span>
          <span className={styles.full}>
            <Logo size={28} />
          </span>
        </span>
        <div className={styles.log}>
          <LogButton shape="nav" quiet={matchPath(routePatterns.film, pathname) !== null} />
        </div>
        <ul className={styles.entries}>{entries.map(entry)}</ul>
        <ul className={styles.foot}>{[...forRole[user.role], ...footEntries].map(entry)}</ul>
      </nav>
      <LogDialogHost userId={user._id} />
      <ReportDialogHost />
      <Suspense fallback={null}>
        <Shortcuts />
      </Suspense>
    </>
  )
}
