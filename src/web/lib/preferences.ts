import { locales, pickLocale, type Locale } from '#shared/locale.ts'
import { storeIfRoom } from './storage.ts'

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const keys = { theme: 'scene.theme', locale: 'scene.locale' } as const

export function getTheme(): Theme {
  const stored = localStorage.getItem(keys.theme)
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function setTheme(theme: Theme): void {
  storeIfRoom(localStorage, keys.theme, theme)
  applyTheme(theme)
}

/** Sets what the stylesheets read; `system` follows the device. */
export function applyTheme(theme: Theme): void {
  const light = theme === 'system' ? matchMedia('(prefers-color-scheme: light)').matches : theme === 'light'
  document.documentElement.dataset['theme'] = light ? 'light' : 'dark'
}

/** Follows the device's look while the choice is `system`, and a choice that is made in another tab. */
export function followTheme(): () => void {
  const query = matchMedia('(prefers-color-scheme: light)')
  const follow = () => applyTheme(getTheme())
  query.addEventListener('change', follow)
  window.addEventListener('storage', follow)
  return () => {
    query.removeEventListener('change', follow)
    window.removeEventListener('storage', follow)
  }
}

/** The saved choice, else the first of the device's languages that we speak, else English. */
export function getLocale(): Locale {
  const stored = localStorage.getItem(keys.locale)
  return locales.find((locale) => locale === stored) ?? pickLocale(navigator.languages)
}

/** Each as its speakers call it. */
export const languageNames = { en: 'English', ar: 'العربية', fr: 'Français' } as const satisfies Record<
  Locale,
  string
>

export function storeLocale(locale: Locale): void {
  localStorage.setItem(keys.locale, locale)
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

export function applyLocale(locale: Locale): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

/** Whether the device asks to load less than it could; browsers that do not say it are taken not to. */
export const isDataSaved = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
