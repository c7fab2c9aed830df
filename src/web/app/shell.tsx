import { CloudOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, type ComponentType } from 'react'
import {
  NavigationType,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useRevalidator,
  useRouteError,
  type Location,
} from 'react-router'
import { errorText, useTranslation, type TextKey } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { isBare } from '#web/lib/bare-paths.ts'
import { takeFlash, takeReturnPath, type Flash } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { getSession, useSession } from '#web/lib/session.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { focusableHeading } from '#web/ui/layout/focusable-heading.ts'
import type { Drawing } from '#web/ui/feedback/empty-state.tsx'
import { hostOverlays } from '#web/ui/overlays/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './shell.module.css'

const loadNav = () => import('./nav.tsx')
const Nav = lazy(async () => ({ default: (await loadNav()).Nav }))

/** Where the drawing of an error page cannot be loaded either, the page is words alone. */
const loadDrawing = async (): Promise<{ default: ComponentType<{ drawing: Drawing }> }> => {
  try {
    return { default: (await import('#web/ui/feedback/empty-state.tsx')).EmptyDrawing }
  } catch {
    return { default: () => null }
  }
}
const EmptyDrawing = lazy(loadDrawing)

/** Loads what surrounds every screen of a member, before the first one shows. */
export const prepareShell = async (): Promise<void> => {
  if (!getSession()) return
  // It is needed when the network is gone, so it has to be here before.
  void loadDrawing()
  // Without it the shell itself asks again, and says when it fails.
  await loadNav().catch(() => undefined)
}

/** For members; also for an address with a trailing slash, which shows the same screen. */
export function isNavShown(pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return !isBare(path)
}

/**
 * Under what the place on a screen is kept. Each whole page load begins with the same key: without the address a screen
 * would begin where the one before it was left.
 */
const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? pathname + search : key

/** What surrounds every screen: skip link, progress, offline notice, navigation, main landmark, focus and scroll. */
export function Shell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const online = useOnline()
  const user = session && isNavShown(pathname) ? session.user : null
  useRouteFocus()
  useFlashMessage()
  useEffect(() => {
    const tell = () => toast.error(t(navigator.onLine ? 'errorPage.title' : 'common.notSaved'))
    hostOverlays({ tell })
  }, [t])
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      <ProgressBar />
      <div className={user ? styles.withNav : styles.bare}>
        {/* What waits to be sent says so here, with or without a network. */}
        <div id="outbox" className={styles.outbox} />
        {online ? null : <OfflineBar text={t('common.offline')} />}
        {user ? (
          <Suspense fallback={null}>
            <Nav user={user} />
          </Suspense>
        ) : null}
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      <ScrollRestoration getKey={scrollKey} />
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

const texts = {
  'logged-in': 'auth.login.success',
  'logged-in-google': 'auth.google.success',
  'logged-out': 'auth.logout.success',
  'account-deleted': 'auth.accountDeleted',
} as const satisfies Record<Flash, TextKey>

/**
 * Shows the message that was kept over a full page load, and after a login the way back to the screen that asked for
 * it.
 */
function useFlashMessage(): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const show = useEffectEvent(() => {
    const flash = takeFlash()
    if (flash === null) return
    toast.success(t(texts[flash]))
    const path = flash.startsWith('logged-in') ? takeReturnPath() : null
    if (path === null) return
    toast.show({
      text: t('auth.return.text'),
      action: { label: t('auth.return.action'), onSelect: () => void navigate(path) },
    })
  })
  useEffect(() => show(), [])
}

/** A field that took the focus by itself (a code, a search box) keeps it. */
const isFocusTaken = () => Boolean(document.activeElement?.closest('main'))

function target(previous: string, back: boolean): HTMLElement | null {
  if (back) {
    // Back on the list one came from: the link that led away, so that reading goes on where it stopped.
    const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(previous)}"]`)
    if (link) return link
  }
  return focusableHeading()
}

/** Moves the focus to the new screen's heading, without scrolling; the first screen keeps the browser's. */
function useRouteFocus(): void {
  const { pathname } = useLocation()
  const back = useNavigationType() === NavigationType.Pop
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    const from = previous.current
    previous.current = pathname
    // It names the first screen only, and browsers would share that address from now on (docs/decisions/013).
    document.querySelector('link[rel=canonical]')?.remove()
    if (!isFocusTaken()) target(from, back)?.focus({ preventScroll: true })
  }, [pathname, back])
}

/** Tells that saved content is shown. Render it only while offline. */
function OfflineBar({ text }: { text: string }) {
  return (
    <output className={styles.bar}>
      <CloudOff className={styles.icon} aria-hidden="true" />
      <span>{text}</span>
    </output>
  )
}

/**
 * Says that a route failed, and tries again: data is loaded again, missing code needs a reload of the page. When there
 * was no network, it tries again by itself as soon as there is one.
 */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const revalidator = useRevalidator()
  const online = useOnline()
  const title = t(online ? 'errorPage.title' : 'common.notSaved')
  usePageTitle(title)
  const retry = () => {
    if (error instanceof ApiError) void revalidator.revalidate()
    else window.location.reload()
  }
  const wasOffline = useRef(!online)
  const tryOnceBack = useEffectEvent((isBack: boolean) => {
    if (isBack && wasOffline.current) retry()
  })
  useEffect(() => tryOnceBack(online), [online])
  return (
    <div className={styles.page}>
      <Suspense fallback={null}>
        <EmptyDrawing drawing="curtain" />
      </Suspense>
      <h1>{title}</h1>
      {online ? (
        <>
          <p className={styles.text} role="alert">
            {errorText(error, 'errorPage.text')}
          </p>
          <Button busy={revalidator.state === 'loading'} onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
