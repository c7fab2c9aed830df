const key = 'flash'

const flashes = ['logged-in', 'logged-in-google', 'logged-out'] as const

/** The name of a message for the screen after a full page load. */
export type Flash = (typeof flashes)[number]

export function setFlash(name: Flash): void {
  sessionStorage.setItem(key, name)
}

/** The stored name, once; null when there is none. */
export function takeFlash(): Flash | null {
  const name = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return flashes.find((flash) => flash === name) ?? null
}
