/** The whole address of one of our screens. */
export const addressOf = (path: string) => new URL(path, window.location.origin).href

/** Browsers without a share sheet of the system, and plain-http origins, lack the function. */
export const hasSystemShare = () => typeof navigator.share === 'function'

/** Whether the system's sheet takes this file. */
export const canShareFile = (file: File) =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** Opens the system's sheet. A member who closes it has decided so: that is no fault. */
export async function systemShare(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
