import { useState } from 'react'
import { withTexts } from '#web/i18n/index.ts'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { reportDialog } from './report-dialog.ts'

const ReportSheet = onDemand(
  async () => (await withTexts(import('./report-sheet.tsx'), 'first', 'app')).ReportSheet,
)

/** Shows what `reportDialog` asks for. Render it once, for a member. */
export function ReportDialogHost() {
  const reported = reportDialog.useReported()
  const [last, setLast] = useState(reported)
  // While the dialog closes it still shows what it was about.
  if (reported && reported !== last) setLast(reported)
  return last ? (
    <ReportSheet reported={last} open={reported !== undefined} onClose={reportDialog.close} />
  ) : null
}
