import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Logo } from '#web/ui/logo.tsx'
import { OfflineBar } from '#web/ui/offline-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { useFlashMessage } from './flash-message.ts'
import { isNavShown, Nav } from './nav.tsx'
import { useRouteFocus } from './route-focus.ts'
import styles from './shell.module.css'

/** What surrounds every screen: skip link, progress, offline notice, navigation, main landmark, focus and scroll. */
export function Shell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const online = useOnline()
  const user = session && isNavShown(pathname) ? session.user : null
  useRouteFocus()
  useFlashMessage()
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      <ProgressBar />
      <div className={user ? styles.withNav : styles.bare}>
        {online ? null : <OfflineBar text={t('common.offline')} />}
        {user ? <Nav user={user} /> : null}
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      <ScrollRestoration />
    </>
  )
}

/** A thin line at the top while the next screen loads; fast loads never show it. */
function ProgressBar() {
  const { t } = useTranslation()
  const loading = useNavigation().state !== 'idle'
  return (
    <div role="status">
      {loading ? (
        <div className={styles.progress}>
          <VisuallyHidden>{t('common.pageLoading')}</VisuallyHidden>
        </div>
      ) : null}
    </div>
  )
}

/** Until the first screen's code is here. */
export function Splash() {
  return (
    <div className={styles.splash}>
      <Logo size={48} />
    </div>
  )
}
