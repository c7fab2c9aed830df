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

/** What dates and numbers are written by: a plain `ar-SA` may give Hijri dates and Arabic-Indic digits. */
export const localeTags = {
  en: 'en-GB',
  ar: 'ar-SA-u-ca-gregory-nu-latn',
  fr: 'fr-FR',
} as const satisfies Record<Locale, string>

/** What a language counts with. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const pluralRules = new Map<Locale, Intl.PluralRules>()

export function pluralForm(locale: Locale, count: number, forms: PluralForms): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return forms[rules.select(count)] ?? forms.other
}
