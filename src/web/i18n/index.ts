import { useSyncExternalStore } from 'react'
import { localeTags, type Locale } from '#shared/locale.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { applyLocale, getLocale, storeLocale } from '#web/lib/preferences.ts'
import type accountTexts from './en.account.json'
import type adminTexts from './en.admin.json'
import type appTexts from './en.app.json'
import type firstTexts from './en.first.json'
import type homeTexts from './en.home.json'
import type stepsTexts from './en.steps.json'
import { flatten, type Tree } from './flatten.ts'
import type { TextPart } from './text-parts.ts'

type Keys<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string ? Key : `${Key}.${Keys<Group[Key]>}`
}[keyof Group & string]

type Catalogue = typeof accountTexts &
  typeof stepsTexts &
  typeof homeTexts &
  typeof firstTexts &
  typeof appTexts &
  typeof adminTexts

type WithoutForm<Key> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key

/** A key of the catalogue, `auth.login.title`; those with plural forms are named without their suffix. */
export type TextKey = WithoutForm<Keys<Catalogue>>

/** What takes the place of `{{name}}` in a text. Numbers are written as the language does; `count` chooses the form. */
type Values = Readonly<Record<string, string | number>>

/** The text of a key in the language in use. */
export type Translate = (key: TextKey, values?: Values) => string

const allParts: readonly TextPart[] = ['account', 'steps', 'home', 'first', 'app', 'admin']

/** A chunk for each language and part; only what is in use is loaded. */
const load = {
  en: {
    account: () => import('./en.account.json'),
    steps: () => import('./en.steps.json'),
    home: () => import('./en.home.json'),
    first: () => import('./en.first.json'),
    app: () => import('./en.app.json'),
    admin: () => import('./en.admin.json'),
  },
  ar: {
    account: () => import('./ar.account.json'),
    steps: () => import('./ar.steps.json'),
    home: () => import('./ar.home.json'),
    first: () => import('./ar.first.json'),
    app: () => import('./ar.app.json'),
    admin: () => import('./ar.admin.json'),
  },
  fr: {
    account: () => import('./fr.account.json'),
    steps: () => import('./fr.steps.json'),
    home: () => import('./fr.home.json'),
    first: () => import('./fr.first.json'),
    app: () => import('./fr.app.json'),
    admin: () => import('./fr.admin.json'),
  },
} as const satisfies Record<Locale, Record<TextPart, () => Promise<{ default: Tree }>>>

interface Language {
  locale: Locale
  /** By whole keys, plural forms with their suffix (`lists.films_few`): the JSON format of i18next. */
  texts: Map<string, string>
  t: Translate
}

function createLanguage(locale: Locale): Language {
  const texts = new Map<string, string>()
  const plurals = new Intl.PluralRules(locale)
  const write = (name: string, value: string | number | undefined) =>
    // A year is no amount.
    typeof value === 'number' && name !== 'year' ? formatNumber(value, locale) : String(value ?? '')
  const t: Translate = (key, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? texts.get(`${key}_${plurals.select(count)}`) : undefined
    const text = form ?? texts.get(key) ?? key
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => write(name, values[name]))
  }
  return { locale, texts, t }
}

/** The one in use, of the whole page. */
let language = createLanguage('en')
const partsInUse = new Set<TextPart>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Parts share groups of keys, so each adds to what is there. */
async function addParts({ locale, texts }: Language, parts: readonly TextPart[]): Promise<void> {
  for (const { default: part } of await Promise.all(parts.map((name) => load[locale][name]())))
    for (const [key, text] of flatten(part)) texts.set(key, text)
}

/** Starts the texts in one language; to be awaited before the first render. */
export async function startTexts(locale: Locale, parts: readonly TextPart[] = allParts): Promise<void> {
  language = createLanguage(locale)
  await addParts(language, parts)
  for (const part of parts) partsInUse.add(part)
  applyLocale(locale)
}

/** Adds parts in the current language; those that are there cost nothing. */
export async function needTexts(...parts: TextPart[]): Promise<void> {
  const missing = parts.filter((part) => !partsInUse.has(part))
  if (missing.length === 0) return
  const into = language
  await addParts(into, missing)
  // The language was changed meanwhile: the new one needs these texts.
  if (into !== language) return needTexts(...parts)
  for (const part of missing) partsInUse.add(part)
}

/** Code that is loaded later, together with the texts that it shows. */
export async function withTexts<Module>(code: Promise<Module>, ...parts: TextPart[]): Promise<Module> {
  const [module] = await Promise.all([code, needTexts(...parts)])
  return module
}

/** Loads the texts of errors if they are not here yet. When that fails, the server's English text is shown. */
export async function needErrorText(code: string): Promise<void> {
  if (language.texts.has(`errors.${code}`)) return
  await needTexts('home', 'steps', 'first', 'app').catch(() => undefined)
}

/** Switches the language without a reload and keeps the choice on this device. Where that fails all stays as it is. */
export async function changeLocale(locale: Locale): Promise<void> {
  const next = createLanguage(locale)
  let parts = 0
  // A page that opens meanwhile adds parts: those are loaded as well before the language changes.
  while (parts < partsInUse.size) {
    parts = partsInUse.size
    await addParts(next, [...partsInUse])
  }
  storeLocale(locale)
  language = next
  applyLocale(locale)
  for (const listener of listeners) listener()
}

/** Follows a choice that is made in another tab. */
export function followLocale(): () => void {
  const follow = () => {
    if (getLocale() !== language.locale) void changeLocale(getLocale()).catch(() => undefined)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** `t` for texts, the language for dates and numbers. Renders again when the language changes. */
export function useTranslation(): Pick<Language, 't' | 'locale'> {
  return useSyncExternalStore(subscribe, () => language)
}

/** A text outside of components, where nothing renders again when the language changes. */
export const translate: Translate = (key, values) => language.t(key, values)

/** `in 12 seconds`, or minutes where it is longer than one. */
function soon(seconds: number): string {
  const [count, unit] =
    seconds > 60 ? ([Math.ceil(seconds / 60), 'minute'] as const) : ([seconds, 'second'] as const)
  return new Intl.RelativeTimeFormat(localeTags[language.locale]).format(count, unit)
}

/**
 * The text of a failed call in the member's language: by the error's code, else the server's English text,
 * else the fallback (no answer came, or it was not a call that failed). Who called too often is told when to
 * try again.
 */
export function errorText(error: unknown, fallbackKey: TextKey): string {
  if (error instanceof ApiError && error.code !== 'offline') {
    if (error.code === 'request.rate_limited' && error.retryAfter !== null)
      return translate('common.tooMany', { when: soon(error.retryAfter) })
    // A newer server may know more codes.
    const text = language.texts.get(`errors.${error.code}`) ?? error.message
    if (text !== '') return text
  }
  return translate(fallbackKey)
}
