const key = 'flash'

/** Keeps the name of a message for the screen after a full page load. */
export function setFlash(name: string): void {
  sessionStorage.setItem(key, name)
}

/** The kept name, once; null when there is none. */
export function takeFlash(): string | null {
  const name = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return name
}
