export const locales = ['en', 'ar', 'fr'] as const
export type Locale = (typeof locales)[number]

/** The first supported language of a preference list such as `navigator.languages`; English otherwise. */
export function pickLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const base = tag.slice(0, 2).toLowerCase()
    const match = locales.find((locale) => locale === base)
    if (match) return match
  }
  return 'en'
}
