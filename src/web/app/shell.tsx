import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { NotificationStream } from '#web/features/notifications/notification-stream.tsx'
import { takeFlash } from '#web/lib/flash.ts'
import { takeReturnPath } from '#web/lib/return-path.ts'
import { useSession } from '#web/lib/session.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { OfflineBar } from '#web/ui/offline-bar.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Nav } from './nav.tsx'
import { isNavShown } from './nav-visibility.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useRouteFocus } from './route-focus.ts'
import styles from './shell.module.css'

/** The message a full page load left behind, and the way back to where the login was asked for. */
function useGreeting(): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    const flash = takeFlash()
    if (flash === 'logged-out') toast.success(t('auth.logout.success'))
    if (flash !== 'logged-in') return
    toast.success(t('auth.login.success'))
    const path = takeReturnPath()
    if (path === null) return
    toast.show({
      text: t('auth.return.text'),
      action: { label: t('auth.return.action'), onSelect: () => void navigate(path) },
    })
  }, [t, navigate])
}

/** What surrounds every screen: skip link, navigation, progress, offline notice, focus and scroll. */
export function Shell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const online = useOnline()
  const withNav = isNavShown(session !== null, pathname)
  useRouteFocus()
  useGreeting()
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      <ProgressBar />
      <div className={withNav ? styles.withNav : styles.bare}>
        {online ? null : <OfflineBar text={t('common.offline')} />}
        {withNav && session ? <Nav user={session.user} /> : null}
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      {session ? <NotificationStream userId={session.user._id} /> : null}
      <ScrollRestoration />
    </>
  )
}
