import type { TFunction } from 'i18next'
import type { Locale } from '#shared/locale.ts'
import { relativeTime } from '#shared/relative-time.ts'

/** Spelled out, since a plain `ar-SA` may give Hijri dates and Arabic-Indic digits (design system 5.5). */
const tags = { en: 'en-GB', ar: 'ar-SA-u-ca-gregory-nu-latn', fr: 'fr-FR' } as const satisfies Record<
  Locale,
  string
>

export function formatNumber(value: number, locale: Locale): string {
  return new Intl.NumberFormat(tags[locale]).format(value)
}

/** `2026-03-09` stays that day in every time zone. */
function dateOf(value: string): { date: Date; timeZone: 'UTC' | undefined } {
  return /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? { date: new Date(`${value}T00:00:00Z`), timeZone: 'UTC' }
    : { date: new Date(value), timeZone: undefined }
}

function format(value: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const { date, timeZone } = dateOf(value)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(tags[locale], timeZone ? { ...options, timeZone } : options).format(date)
}

/** `9 March 2026`. Takes an instant or a calendar day; empty for anything else. */
export function formatDate(value: string, locale: Locale): string {
  return format(value, locale, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** `9 Mar`: the specification's "day and short month". */
export function formatShortDay(value: string, locale: Locale): string {
  return format(value, locale, { day: 'numeric', month: 'short' })
}

/** `9 March 2026 at 18:20`, for titles of relative times. */
export function formatMoment(value: string, locale: Locale): string {
  return format(value, locale, { dateStyle: 'long', timeStyle: 'short' })
}

/**
 * The specification's relative time (section 9). `at` is an instant or a calendar day, which counts from its
 * local midnight; `now` is milliseconds since the epoch.
 */
export function timeAgo(at: string, now: number, t: TFunction, locale: Locale): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(at)
  const then = day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])).getTime() : Date.parse(at)
  if (Number.isNaN(then)) return ''
  const ago = relativeTime(then, now)
  switch (ago.unit) {
    case 'now':
      return t('common.time.now')
    case 'minutes':
      return t('common.time.minutes', { n: ago.count })
    case 'hours':
      return t('common.time.hours', { n: ago.count })
    case 'days':
      return t('common.time.days', { n: ago.count })
    case 'date':
      return formatShortDay(at, locale)
  }
}
