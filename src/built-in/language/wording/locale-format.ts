import type { AssistantFilm, AssistantLanguage } from '#shared/api/assistant.ts'
import { localeOfLanguage } from '#shared/assistant-language.ts'
import { isolated, rightToLeft } from '#shared/isolated.ts'
import { localeTags, pluralForm, type PluralForms } from '#shared/locale.ts'
import { longDay } from '#shared/written-date.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Period } from '#built-in/language/question.ts'

const leftToRight = /[A-Za-z\u00c0-\u02af\u0370-\u052f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/
const isolates = /[\u202a-\u202e\u2066-\u2069]/g
/** The film source's own codes for languages. */
const ownCodes: Readonly<Record<string, string>> = { cn: 'yue', sh: 'sr-Latn' }

/** How a language writes numbers, days, names and lists. */
export function createWording(language: AssistantLanguage) {
  const locale = localeOfLanguage[language]
  const tag = localeTags[locale]
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 })
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const regions = new Intl.DisplayNames(tag, { type: 'region' })
  const tongues = new Intl.DisplayNames(tag, { type: 'language' })
  const foreign = language === 'arabic' ? leftToRight : rightToLeft

  /** Text of the other direction stands by itself, so that it turns nothing around it. */
  function isolatedForeign(text: string): string {
    const bare = text.replaceAll(isolates, '')
    return foreign.test(bare) ? isolated(bare) : bare
  }
  const number = (value: number) => numbers.format(value)
  const day = (date: string) => longDay(locale, new Date(`${date}T00:00:00Z`))

  return {
    language,
    comma: language === 'arabic' ? '، ' : ', ',
    isolated: isolatedForeign,
    number,
    day,
    /** `Parasite (2019)` */
    film: ({ title, year }: AssistantFilm) => isolatedForeign(year === null ? title : `${title} (${year})`),
    list: (items: readonly string[]) => lists.format(items),
    names: (names: readonly string[]) => lists.format(names.map(isolatedForeign)),
    stars: (rating: number) => `${number(rating)}/5`,
    of10: (rating: number) => `${number(rating)}/10`,
    /** `#` stands for the number. */
    count: (value: number, forms: PluralForms) =>
      pluralForm(locale, value, forms).replace('#', () => number(value)),
    country: (code: string) => regions.of(code) ?? code,
    tongue: (code: string) => tongues.of(ownCodes[code] ?? code) ?? code,
    /** A year or a month where the period is one, else its days; empty without bounds. */
    period: (
      { from, to }: Period,
      since: (day: string) => string,
      until: (day: string) => string,
    ): string => {
      if (from === null) return to === null ? '' : until(day(to))
      if (to === null) return since(day(from))
      if (from === to) return day(from)
      if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4)
      const first = new Date(`${from}T00:00:00Z`)
      const wholeMonth = from.endsWith('-01') && to === lastDay(first)
      return wholeMonth ? months.format(first) : `${since(day(from))} ${until(day(to))}`
    },
  }
}

function lastDay(first: Date): string {
  return utcDay(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)))
}

/** Cut after a word where possible. */
export function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const head = line.slice(0, length).toWellFormed().replace('\ufffd', '')
  const space = head.lastIndexOf(' ')
  return `${(space > length / 2 ? head.slice(0, space) : head).trimEnd()}…`
}

const maxRepeatedLength = 80

/** What a member wrote, as an answer repeats it. */
export const repeated = (words: string) => cut(words, maxRepeatedLength)
