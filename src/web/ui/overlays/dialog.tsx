import { useState } from 'react'
import { onDemand } from './on-demand.tsx'
import type { SheetProps } from './sheet-panel.tsx'

// The behaviour layer of dialogs is a fifth of the first load's budget: it comes when one opens.
const SheetPanel = onDemand(async () => (await import('./sheet-panel.tsx')).SheetPanel)

/** What every sheet is drawn with, for sheets that are to open without a network. */
export const loadSheetAhead = SheetPanel.loadAhead

/** A drawer from the bottom below 600 px, a centred dialog above, with the same content. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  const onAbsent = () => {
    setWanted(false)
    props.onClose()
  }
  return wanted ? <SheetPanel {...props} onAbsent={onAbsent} /> : null
}
