import { useState, type ReactNode } from 'react'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import type { FeedOf } from './feed-row.tsx'

const FeedDialog = onDemand(async () => (await import('./feed-dialog.tsx')).FeedDialog)

/** The secret address of one thing in a dialog, which is loaded when it is first opened. */
export function useFeedDialog(of: FeedOf): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: <FeedDialog open={isOpen} onClose={() => setOpen(false)} of={of} />,
  }
}
