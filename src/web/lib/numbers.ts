import { localeTags, type Locale } from '#shared/locale.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()

/** `1,204`, in French `3,5`; with as many digits behind the point as `digits` says, where it says so. */
export function formatNumber(value: number, locale: Locale, digits?: number): string {
  // Whole and half numbers differ in the point alone; the browser's formats take long to start on a phone.
  if (digits === undefined && Number.isInteger(value * 2) && value >= 0 && value < 1000)
    return String(value).replace('.', locale === 'fr' ? ',' : '.')
  const key = `${locale}${digits ?? ''}`
  let format = numberFormats.get(key)
  if (!format) {
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    format = new Intl.NumberFormat(localeTags[locale], digits === undefined ? {} : fraction)
    numberFormats.set(key, format)
  }
  return format.format(value)
}
