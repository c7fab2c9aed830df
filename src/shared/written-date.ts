import { localeTags, type Locale } from './locale.ts'

/** A date as its language writes it: in French a month has a first, not a one, which no format of `Intl` knows. */
export const writtenDate = (locale: Locale, formatted: string): string =>
  locale === 'fr' ? formatted.replace(/(?<!\d)1 (?=\p{L})/u, '1er ') : formatted

/** `9 March 2026`, of the day that it is in UTC. */
export const longDay = (locale: Locale, at: Date): string =>
  writtenDate(locale, at.toLocaleDateString(localeTags[locale], { dateStyle: 'long', timeZone: 'UTC' }))
