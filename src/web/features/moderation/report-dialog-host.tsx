import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { withTexts } from '#web/i18n/index.ts'
import { reportDialog } from './report-dialog.ts'

const ReportSheet = lazy(async () => {
  const { ReportSheet } = await withTexts(import('./report-sheet.tsx'), 'first', 'app')
  return { default: ReportSheet }
})

/** Shows what `reportDialog` asks for. Render it once, for a member. */
export function ReportDialogHost() {
  const reported = useSyncExternalStore(reportDialog.subscribe, reportDialog.current)
  const [last, setLast] = useState(reported)
  // While the dialog closes it still shows what it was about.
  if (reported && reported !== last) setLast(reported)
  return last ? (
    <Suspense fallback={null}>
      <ReportSheet reported={last} open={reported !== undefined} onClose={reportDialog.close} />
    </Suspense>
  ) : null
}
