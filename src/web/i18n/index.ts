import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '#shared/locale.ts'
import { ApiError } from '#web/lib/api.ts'
import { applyLocale, storeLocale } from '#web/lib/preferences.ts'
import type accountTexts from './en.account.json'
import type otherTexts from './en.json'

type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Keys<Tree[Key]>}`
}[keyof Tree & string]

/** A key of the catalogue; those with plural forms are named without their suffix. */
export type TextKey = Keys<typeof accountTexts & typeof otherTexts>

/** All texts, or those of the account screens alone. */
export type Scope = 'all' | 'account'

interface Catalogue {
  default: { errors: object }
}

/** A chunk for each language and part; only what is in use is loaded. */
const load = {
  en: { account: () => import('./en.account.json'), others: () => import('./en.json') },
  ar: { account: () => import('./ar.account.json'), others: () => import('./ar.json') },
  fr: { account: () => import('./fr.account.json'), others: () => import('./fr.json') },
} as const satisfies Record<Locale, Record<'account' | 'others', () => Promise<Catalogue>>>

async function loadTexts(locale: Locale, scope: Scope): Promise<object> {
  const { account, others } = load[locale]
  if (scope === 'account') return (await account()).default
  const [{ default: first }, { default: rest }] = await Promise.all([account(), others()])
  return { ...first, ...rest, errors: { ...first.errors, ...rest.errors } }
}

async function addCatalogue(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'translation')) return
  i18next.addResourceBundle(locale, 'translation', await loadTexts(locale, 'all'))
}

/** Starts the texts in one language; to be awaited before the first render. */
export async function startI18n(locale: Locale, scope: Scope = 'all'): Promise<void> {
  const texts = await loadTexts(locale, scope)
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
