import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { Providers } from '#web/app/providers.tsx'
import { routes } from '#web/app/routes.tsx'
import { startI18n } from '#web/i18n/index.ts'
import { paths } from '#web/lib/paths.ts'
import { getLocale } from '#web/lib/preferences.ts'
import { createQueryClient, queryClientContext } from '#web/lib/query-client.ts'
import { rememberReturnPath } from '#web/lib/return-path.ts'
import { getSession, onSessionLost } from '#web/lib/session.ts'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'

async function start(root: HTMLElement): Promise<void> {
  const texts = startI18n(getLocale())
  const queryClient = createQueryClient()
  // Starts loading the first screen's code and data while the texts are on their way.
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  onSessionLost(() => {
    if (getSession()) {
      window.location.reload()
      return
    }
    const { pathname, search } = window.location
    rememberReturnPath(pathname + search)
    // A full load, so that nothing of the member stays in memory.
    window.location.assign(paths.login())
  })
  await texts
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
