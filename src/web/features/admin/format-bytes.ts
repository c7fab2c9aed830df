import type { Locale } from '#shared/locale.ts'
import type { Translate } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'

const step = 1024

/** `1.2 GB`, by powers of 1024 as the checks tell of room. */
export function formatBytes(bytes: number, t: Translate, locale: Locale): string {
  const [unit, size] =
    bytes >= step ** 3
      ? (['gb', bytes / step ** 3] as const)
      : bytes >= step ** 2
        ? (['mb', bytes / step ** 2] as const)
        : (['kb', bytes / step] as const)
  return t(`admin.bytes.${unit}`, { value: formatNumber(size, locale, size > 0 && size < 100 ? 1 : 0) })
}
