import './styles/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseArea } from '#web/app/areas.ts'
import { ErrorPanel } from '#web/app/error-panel.tsx'
import { Frame } from '#web/app/frame.tsx'
import { startI18n } from '#web/i18n/index.ts'
import { loadPage } from '#web/lib/page-load.ts'
import { paths } from '#web/lib/paths.ts'
import { getLocale } from '#web/lib/preferences.ts'
import { rememberReturnPath } from '#web/lib/return-path.ts'
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

async function start(root: HTMLElement): Promise<void> {
  const { texts, open } = chooseArea()
  // Code and data are on their way together with the texts.
  const area = open().catch((error: unknown) => (
    <Frame>
      <ErrorPanel error={error} onRetry={() => window.location.reload()} />
    </Frame>
  ))
  onSessionLost(leaveLostSession)
  await startI18n(getLocale(), texts)
  createRoot(root).render(<StrictMode>{await area}</StrictMode>)
}

const root = document.getElementById('root')
if (root) void start(root)
