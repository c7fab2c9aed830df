/** One object a page: a channel does not hear itself, only the other tabs and windows. */
let channel: BroadcastChannel | null = null

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel('scene.notifications-read')
  return channel
}

/** Tells the other tabs of this browser that the member's notifications were read. */
export function tellRead(userId: string): void {
  open()?.postMessage(userId)
}

/** Calls back when another tab has read the member's notifications. Gives the function that stops it. */
export function onReadElsewhere(userId: string, callback: () => void): () => void {
  const opened = open()
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data === userId) callback()
  }
  opened?.addEventListener('message', hear)
  return () => opened?.removeEventListener('message', hear)
}
