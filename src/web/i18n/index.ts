import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '#shared/locale.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { applyLocale, getLocale, localeOf, storeLocale } from '#web/lib/preferences.ts'
import type accountTexts from './en.account.json'
import type appTexts from './en.app.json'
import type homeTexts from './en.home.json'
import type stepsTexts from './en.steps.json'

type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Keys<Tree[Key]>}`
}[keyof Tree & string]

/** A key of the catalogue; those with plural forms are named without their suffix. */
export type TextKey = Keys<typeof accountTexts & typeof stepsTexts & typeof homeTexts & typeof appTexts>

/**
 * `account`: login, sign-up and what all screens share; `steps`: what follows these two or opens over them,
 * such as codes, cropping and Google's answers; `home`: the shell and the first screen; `app`: all the others.
 */
export type TextPart = 'account' | 'steps' | 'home' | 'app'

const allParts: readonly TextPart[] = ['account', 'steps', 'home', 'app']

/** A chunk for each language and part; only what is in use is loaded. */
const load = {
  en: {
    account: () => import('./en.account.json'),
    steps: () => import('./en.steps.json'),
    home: () => import('./en.home.json'),
    app: () => import('./en.app.json'),
  },
  ar: {
    account: () => import('./ar.account.json'),
    steps: () => import('./ar.steps.json'),
    home: () => import('./ar.home.json'),
    app: () => import('./ar.app.json'),
  },
  fr: {
    account: () => import('./fr.account.json'),
    steps: () => import('./fr.steps.json'),
    home: () => import('./fr.home.json'),
    app: () => import('./fr.app.json'),
  },
} as const satisfies Record<Locale, Record<TextPart, () => Promise<{ default: object }>>>

/** The parts in use: like i18next itself, there is one for the whole page. */
const inUse = new Set<TextPart>()

/** Parts share groups of keys, so each is merged into what is there. */
async function addParts(locale: Locale, parts: readonly TextPart[]): Promise<void> {
  const texts = await Promise.all(parts.map((part) => load[locale][part]()))
  for (const { default: part } of texts) i18next.addResourceBundle(locale, 'translation', part, true, true)
}

/** Adds parts in the current language; those that are there cost nothing. */
export async function needTexts(...parts: TextPart[]): Promise<void> {
  const missing = parts.filter((part) => !inUse.has(part))
  if (missing.length === 0) return
  await addParts(getLocale(), missing)
  for (const part of missing) inUse.add(part)
}

/** Writes every number inside a text as the language does; a `{{year}}` is no amount. */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: string | number | undefined, _format, language, options) =>
    typeof value === 'number' && options?.['interpolationkey'] !== 'year'
      ? formatNumber(value, localeOf(language))
      : String(value ?? ''),
}

/** Starts the texts in one language; to be awaited before the first render. */
export async function startI18n(locale: Locale, parts: readonly TextPart[] = allParts): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(numbers)
    .init({
      lng: locale,
      fallbackLng: false,
      resources: {},
      // React escapes; escaping twice would show entities.
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    })
  await addParts(locale, parts)
  for (const part of parts) inUse.add(part)
  applyLocale(locale)
}

/** Switches the language without a reload and keeps the choice on this device. */
export async function changeLocale(locale: Locale): Promise<void> {
  await addParts(locale, [...inUse])
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
