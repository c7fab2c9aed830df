import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { NotificationStream } from '#web/features/notifications/notification-stream.tsx'
import { useSession } from '#web/lib/session.ts'
import { Frame } from './frame.tsx'
import { useGreeting } from './greeting.ts'
import { Nav } from './nav.tsx'
import { isNavShown } from './nav-visibility.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useRouteFocus } from './route-focus.ts'

/** What surrounds every screen of the app: frame, navigation, progress, focus and scroll. */
export function Shell() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const withNav = isNavShown(session !== null, pathname)
  useRouteFocus()
  useGreeting((path) => void navigate(path))
  return (
    <>
      <Frame progress={<ProgressBar />} nav={withNav && session ? <Nav user={session.user} /> : undefined}>
        <Outlet />
      </Frame>
      {session ? <NotificationStream userId={session.user._id} /> : null}
      <ScrollRestoration />
    </>
  )
}
