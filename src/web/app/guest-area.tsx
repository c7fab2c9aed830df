import { useEffect, type ComponentType, type ReactElement } from 'react'
import { loadPage } from '#web/lib/page-load.ts'
import { takeArrival, watchLeaving } from './arrival.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Frame } from './frame.tsx'
import { useGreeting } from './greeting.ts'
import { focusableHeading, isFocusTaken } from './heading-focus.ts'
import { Surroundings } from './surroundings.tsx'

/** Every screen here is a page of its own; one that follows another of ours begins at its heading. */
function useArrivalFocus(): void {
  useEffect(() => {
    if (takeArrival() && !isFocusTaken()) focusableHeading()?.focus({ preventScroll: true })
  }, [])
}

function GuestScreen({ page: Page }: { page: ComponentType }) {
  useArrivalFocus()
  useEffect(watchLeaving, [])
  useGreeting(loadPage)
  return (
    <Frame>
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>
    </Frame>
  )
}

/** An account screen with all that it relies on: no router and no query cache. */
export function guestArea(page: ComponentType): ReactElement {
  return (
    <Surroundings>
      <GuestScreen page={page} />
    </Surroundings>
  )
}
