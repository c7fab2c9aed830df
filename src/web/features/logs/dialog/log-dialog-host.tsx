import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { filmMarksQuery } from '#web/features/films/film-marks.api.ts'
import { withTexts } from '#web/i18n/index.ts'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { logDialog } from './log-dialog.ts'

const LogSearchDialog = onDemand(
  async () => (await withTexts(import('./log-search-dialog.tsx'), 'first', 'app')).LogSearchDialog,
)

/** Shows what `logDialog` asks for. Render it once, for a member. */
export function LogDialogHost({ userId }: { userId: string }) {
  const wish = logDialog.useWish()
  // Known before an editor opens, also where no poster is in sight.
  useQuery({ ...filmMarksQuery(userId), notifyOnChangeProps: [] })
  const [address, setAddress] = useSearchParams()
  const isAsked = address.has('log')
  // A shortcut of the installed app.
  useEffect(() => {
    if (!isAsked) return
    logDialog.open()
    setAddress({}, { replace: true, preventScrollReset: true })
  }, [isAsked, setAddress])
  useEffect(() => () => logDialog.close(), [])
  return <LogSearchDialog userId={userId} wish={wish} open={wish !== undefined} onClose={logDialog.close} />
}
