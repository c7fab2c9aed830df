const key = 'arrival'

/**
 * Keeps, over the page load, that one of our own screens was left. Gives the function that stops.
 * A screen that the browser kept alive is opened anew when one comes back: its form is still busy, and
 * somebody may have signed in since.
 */
export function watchLeaving(): () => void {
  const leave = () => sessionStorage.setItem(key, '1')
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) window.location.reload()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', comeBack)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', comeBack)
  }
}

/** Whether the page before this one was ours; the first screen of a visit and a reload are not arrivals. */
export function takeArrival(): boolean {
  const arrived = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  const [navigation] = performance.getEntriesByType?.('navigation') ?? []
  return arrived && (navigation as PerformanceNavigationTiming | undefined)?.type !== 'reload'
}
