import { useState } from 'react'
import { withTexts } from '#web/i18n/index.ts'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'

const ShortcutsDialog = onDemand(
  async () => (await withTexts(import('./shortcuts-dialog.tsx'), 'first', 'app')).ShortcutsDialog,
)

interface ShortcutsHelpProps {
  open: boolean
  onClose: () => void
}

/** Which key does what. */
export function ShortcutsHelp({ open, onClose }: ShortcutsHelpProps) {
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  const onAbsent = () => {
    setWanted(false)
    onClose()
  }
  return wanted ? <ShortcutsDialog open={open} onClose={onClose} onAbsent={onAbsent} /> : null
}
