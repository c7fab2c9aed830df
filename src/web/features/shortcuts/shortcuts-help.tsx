import { withTexts } from '#web/i18n/index.ts'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'

/** Which key does what. */
export const ShortcutsHelp = onDemand(
  async () => (await withTexts(import('./shortcuts-dialog.tsx'), 'first', 'app')).ShortcutsDialog,
)
