import type { Translate } from '#web/i18n/index.ts'
import { localeTags, type Locale } from '#shared/locale.ts'
import { writtenDate } from '#shared/written-date.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'

export { formatNumber } from './numbers.ts'

/** Formats of calendar days. Those of moments are not kept, since they depend on the time zone, which may change. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = dayFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(localeTags[locale], { ...options, timeZone: 'UTC' })
  dayFormats.set(key, made)
  return made
}

/** `2026-03-09` stays that day in every time zone. */
function format(value: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const date = new Date(isDay ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(date.getTime())) return ''
  const kept = isDay ? dayFormat(locale, options) : new Intl.DateTimeFormat(localeTags[locale], options)
  return writtenDate(locale, kept.format(date))
}

/** `9 March 2026`. Takes an instant or a calendar day; empty for anything else. */
export function formatDate(value: string, locale: Locale): string {
  return format(value, locale, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** `March 2026`, of a month `YYYY-MM`. */
export function formatMonth(month: string, locale: Locale): string {
  return format(`${month}-01`, locale, { month: 'long', year: 'numeric' })
}

/** `March`, or `Mar`, of a month `YYYY-MM`. */
export function formatMonthName(month: string, locale: Locale, width: 'long' | 'short'): string {
  return format(`${month}-01`, locale, { month: width })
}

/** `Monday 9 March`, of a day `YYYY-MM-DD`. */
export function formatWeekday(day: string, locale: Locale): string {
  return format(day, locale, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** `9 March 2026 at 18:20`; a half of the day, as the Arabic "ص", stays on the line of its time. */
export function formatMoment(value: string, locale: Locale): string {
  return format(value, locale, { dateStyle: 'long', timeStyle: 'short' }).replace(/ (?=\p{L}+$)/u, '\u00a0')
}

type RelativeTime = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number } | { unit: 'date' }

/**
 * How old a moment is: under a minute, minutes, hours, days up to 7, else a date.
 * `then` and `now` are milliseconds since the epoch; a `then` in the future counts as now.
 */
export function relativeTime(then: number, now: number): RelativeTime {
  const elapsed = now - then
  if (elapsed < minuteMs) return { unit: 'now' }
  if (elapsed < hourMs) return { unit: 'minutes', count: Math.floor(elapsed / minuteMs) }
  if (elapsed < dayMs) return { unit: 'hours', count: Math.floor(elapsed / hourMs) }
  if (elapsed < 8 * dayMs) return { unit: 'days', count: Math.floor(elapsed / dayMs) }
  return { unit: 'date' }
}

/** A calendar day compared with today. Both are `YYYY-MM-DD`, so no time zone plays a part. */
export function relativeDay(of: string, today: string): 'today' | 'yesterday' | 'same year' | 'other year' {
  if (of === today) return 'today'
  if (Date.parse(today) - Date.parse(of) === dayMs) return 'yesterday'
  return of.slice(0, 4) === today.slice(0, 4) ? 'same year' : 'other year'
}

/**
 * How long ago a moment was: `Just now`, `3h ago`, from the eighth day on its day. `now` is milliseconds since the
 * epoch; empty for what is no moment.
 */
export function formatAge(at: string, now: number, t: Translate, locale: Locale): string {
  const then = Date.parse(at)
  if (Number.isNaN(then)) return ''
  const age = relativeTime(then, now)
  switch (age.unit) {
    case 'now':
      return t('common.time.now')
    case 'minutes':
      return t('common.time.minutes', { count: age.count })
    case 'hours':
      return t('common.time.hours', { count: age.count })
    case 'days':
      return t('common.time.days', { count: age.count })
    case 'date':
      return formatDay(localDay(new Date(then)), localDay(new Date(now)), t, locale)
  }
}

/** `Today`, `Yesterday`, `9 Mar`, in another year `9 Mar 2024`. Both days are `YYYY-MM-DD`; empty for anything else. */
export function formatDay(day: string, today: string, t: Translate, locale: Locale): string {
  const place = relativeDay(day, today)
  if (place === 'today') return t('common.time.today')
  if (place === 'yesterday') return t('common.time.yesterday')
  const year = place === 'other year' ? ({ year: 'numeric' } as const) : {}
  return format(day, locale, { day: 'numeric', month: 'short', ...year })
}

/** The member's own calendar day at an instant, `YYYY-MM-DD`. */
export function localDay(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Days of the week by `Date.getDay`. Browsers do not tell them all (`Intl.Locale.getWeekInfo`). */
const firstDays = { en: 1, ar: 0, fr: 1 } as const satisfies Record<Locale, number>

/**
 * The seven days of the week that a day (`YYYY-MM-DD`) belongs to, from the first day of the week in the locale on. `short`
 * fits a narrow column: in Arabic it is one letter, since the usual short names are as long as the whole ones.
 */
export function weekOf(of: string, locale: Locale): { day: string; name: string; short: string }[] {
  const since = (new Date(of).getUTCDay() - firstDays[locale] + 7) % 7
  const first = Date.parse(of) - since * dayMs
  return Array.from({ length: 7 }, (_, place) => {
    const day = new Date(first + place * dayMs).toISOString().slice(0, 10)
    return {
      day,
      name: format(day, locale, { weekday: 'long' }),
      short: format(day, locale, { weekday: locale === 'ar' ? 'narrow' : 'short' }),
    }
  })
}

/** The twelve months, whole and short. */
export function monthNames(locale: Locale): { long: string; short: string }[] {
  return Array.from({ length: 12 }, (_, month) => {
    const day = `2000-${String(month + 1).padStart(2, '0')}-01`
    return { long: format(day, locale, { month: 'long' }), short: format(day, locale, { month: 'short' }) }
  })
}

/** The decades that are clear without a century. The first two of a century have no names. */
const arabicDecades: Readonly<Record<number, string>> = {
  1920: 'العشرينيات',
  1930: 'الثلاثينيات',
  1940: 'الأربعينيات',
  1950: 'الخمسينيات',
  1960: 'الستينيات',
  1970: 'السبعينيات',
  1980: 'الثمانينيات',
  1990: 'التسعينيات',
}

/** `1990s`, of the decade's first year. */
export function formatDecade(year: number, locale: Locale): string {
  if (locale === 'ar') return arabicDecades[year] ?? `عقد ${year}`
  return locale === 'fr' ? `Années ${year}` : `${year}s`
}
