/** Leaves for another address with a full page load: nothing of this screen stays in memory. */
export function loadPage(path: string): void {
  window.location.assign(path)
}

/**
 * A page that the browser kept alive while another one was shown is opened anew when one comes back: its form
 * is still busy, and somebody may have logged in or out since.
 */
export function reloadRestoredPages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
