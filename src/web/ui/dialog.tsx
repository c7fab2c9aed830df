import { lazy, Suspense, useState, type ReactNode } from 'react'

export interface SheetProps {
  open: boolean
  /** Asked for by Escape, the close button, a press outside and a swipe down; ignore it to stay open. */
  onOpenChange: (open: boolean) => void
  title: string
  hideTitle?: boolean | undefined
  children: ReactNode
  /** Stays below the scrolling content. */
  footer?: ReactNode
  size?: 'md' | 'lg' | undefined
  closeLabel: string
}

// The behaviour layer of dialogs is a fifth of the first load's budget: it comes when one opens.
const SheetPanel = lazy(async () => ({ default: (await import('./sheet-panel.tsx')).SheetPanel }))

/** A drawer from the bottom below 600 px, a centred dialog above, with the same content. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? (
    <Suspense fallback={null}>
      <SheetPanel {...props} />
    </Suspense>
  ) : null
}
