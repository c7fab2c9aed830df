import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
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
  const wanted = useSyncExternalStore(logDialog.subscribe, logDialog.current)
  const [used, setUsed] = useState(false)
  // Known before an editor opens, also where no poster is in sight.
  useQuery({ ...filmMarksQuery(userId), notifyOnChangeProps: [] })
  if (wanted && !used) setUsed(true)
  const [address, setAddress] = useSearchParams()
  const isAsked = address.has('log')
  // A shortcut of the installed app.
  useEffect(() => {
    if (!isAsked) return
    logDialog.open()
    setAddress({}, { replace: true, preventScrollReset: true })
  }, [isAsked, setAddress])
  useEffect(() => () => logDialog.close(), [])
  const onAbsent = () => {
    setUsed(false)
    logDialog.close()
  }
  return used ? (
    <LogSearchDialog userId={userId} wish={wanted} onClose={logDialog.close} onAbsent={onAbsent} />
  ) : null
}
