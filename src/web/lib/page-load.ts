/** Leaves for another address with a full page load: nothing of this screen stays in memory. */
export function loadPage(path: string): void {
  window.location.assign(path)
}

/** The same, without a way back to the screen that is left. */
export function replacePage(path: string): void {
  window.location.replace(path)
}
