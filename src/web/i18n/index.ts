import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '#shared/locale.ts'
import { ApiError } from '#web/lib/api.ts'
import { applyLocale, storeLocale } from '#web/lib/preferences.ts'
import type catalogue from './en.json'

type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Keys<Tree[Key]>}`
}[keyof Tree & string]

/** A key of the catalogue; those with plural forms are named without their suffix. */
export type TextKey = Keys<typeof catalogue>

/** Each language is a chunk of its own; only the one in use is loaded. */
const load = {
  en: () => import('./en.json'),
  ar: () => import('./ar.json'),
  fr: () => import('./fr.json'),
} as const satisfies Record<Locale, () => Promise<{ default: object }>>

async function addCatalogue(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'translation')) return
  const { default: texts } = await load[locale]()
  i18next.addResourceBundle(locale, 'translation', texts)
}

/** Starts the texts in one language; to be awaited before the first render. */
export async function startI18n(locale: Locale): Promise<void> {
  const { default: texts } = await load[locale]()
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation: texts } },
    // React escapes; escaping twice would show entities.
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  applyLocale(locale)
}

/** Switches the language without a reload and keeps the choice on this device. */
export async function changeLocale(locale: Locale): Promise<void> {
  await addCatalogue(locale)
  await i18next.changeLanguage(locale)
  applyLocale(locale)
  storeLocale(locale)
}

/**
 * The text of a failed call in the member's language: by the error's code, else the server's English text,
 * else the fallback (no answer came, or it was not a call that failed).
 */
export function errorText(error: unknown, fallbackKey: TextKey): string {
  if (error instanceof ApiError && error.code !== 'offline') {
    // A newer server may know more codes.
    const text = i18next.t(`errors.${error.code}`, { defaultValue: error.message })
    if (text !== '') return text
  }
  return i18next.t(fallbackKey)
}
