import './styles/styles.ts'
import displayFont from './fonts/alexandria-latin.woff2'
import { startTransition, StrictMode } from 'react'
import { preload } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { AppProviders } from '#web/app/providers.tsx'
import { routes } from '#web/app/routes.tsx'
import { prepareShell } from '#web/app/shell.tsx'
import { needErrorText, startTexts } from '#web/i18n/index.ts'
import { loadPage, reloadRestoredPages, rememberReturnPath } from '#web/lib/page-load.ts'
import { paths } from '#shared/paths.ts'
import { getLocale } from '#web/lib/preferences.ts'
import { beforeFailure, dropFirstAnswers } from '#web/lib/api.ts'
import { createQueryClient, queryClientContext } from '#web/lib/query-client.ts'
import { getSession, onSessionLost } from '#web/lib/session.ts'

function leaveLostSession(): void {
  if (getSession()) {
    window.location.reload()
    return
  }
  const { pathname, search } = window.location
  rememberReturnPath(pathname + search)
  // A full load, so that nothing of the member stays in memory.
  loadPage(paths.login())
}

/** Puts the stylesheet to use, which the page does not wait for (vite.config.ts); in development there is none. */
async function useStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][media=print]')
  if (!link) return
  if (!link.sheet)
    await new Promise((resolve) => {
      link.addEventListener('load', resolve)
      link.addEventListener('error', resolve)
    })
  link.media = 'all'
}

/** The code of the first screen is here, and its data or the end of the wait for them. */
function isInitialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

async function start(root: HTMLElement): Promise<void> {
  onSessionLost(leaveLostSession)
  beforeFailure(needErrorText)
  reloadRestoredPages()
  const texts = startTexts(getLocale(), ['account'])
  if (getSession()) {
    // Only members' screens use the display font.
    preload(displayFont, { as: 'font', type: 'font/woff2', crossOrigin: '' })
    // This code takes a phone a while to evaluate: answers that came meanwhile, with the first pictures, go first.
    await new Promise((resolve) => setTimeout(resolve))
  }
  // Code and data of the first screen load together with the texts.
  const queryClient = createQueryClient()
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  // The page's own boxes stay until the first screen takes their place in one step.
  await Promise.all([texts, isInitialized(router), useStyles(), prepareShell()])
  dropFirstAnswers()
  const app = (
    <StrictMode>
      <AppProviders queryClient={queryClient}>
        <RouterProvider router={router} />
      </AppProviders>
    </StrictMode>
  )
  // A transition renders in pieces, so that the browser can show pictures and react to presses in between.
  startTransition(() => createRoot(root).render(app))
}

const root = document.getElementById('root')
// When the start fails, the page's template says so in the place of its placeholder boxes.
if (root) start(root).catch(() => root.replaceChildren(document.querySelector('template')?.content ?? ''))
