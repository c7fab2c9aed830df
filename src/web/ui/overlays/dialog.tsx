import { onDemand } from './on-demand.tsx'

/**
 * A drawer from the bottom below 600 px, a centred dialog above, with the same content. The behaviour layer of dialogs is
 * a fifth of the first load's budget: it comes when one opens.
 */
export const Sheet = onDemand(async () => (await import('./sheet-panel.tsx')).SheetPanel)
