export const locales = ['en', 'ar', 'fr'] as const
export type Locale = (typeof locales)[number]

export const isLocale = (language: string): language is Locale =>
  locales.some((locale) => locale === language)

/** The first language of ours in a preference list such as `navigator.languages`; null without one. */
export function matchLocale(preferred: readonly string[]): Locale | null {
  for (const tag of preferred) {
    const base = tag.trim().slice(0, 2).toLowerCase()
    const match = locales.find((locale) => locale === base)
    if (match) return match
  }
  return null
}

/** The first language of ours; English otherwise. */
export const pickLocale = (preferred: readonly string[]): Locale => matchLocale(preferred) ?? 'en'
