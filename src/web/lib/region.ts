import { storeIfRoom } from './storage.ts'

const key = 'scene.region'
/** Where neither the member nor the browser names one. */
export const usualRegion = 'SA'

const code = /^[A-Z]{2}$/

/** The member's region, ISO 3166-1 alpha-2: the one chosen last on this device, else the browser's, else SA. */
export function homeRegion(): string {
  const stored = localStorage.getItem(key) ?? ''
  if (code.test(stored)) return stored
  return (
    navigator.languages.map(regionOf).find((region) => region !== undefined && code.test(region)) ??
    usualRegion
  )
}

export function storeRegion(region: string): void {
  storeIfRoom(localStorage, key, region)
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}
