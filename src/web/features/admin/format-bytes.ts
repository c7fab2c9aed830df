import type { Locale } from '#shared/locale.ts'
import type { Translate } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'

/** `1.2 GB`: as operators know sizes of disks, by thousands. */
export function formatBytes(bytes: number, t: Translate, locale: Locale): string {
  const [unit, size] =
    bytes >= 1e9
      ? (['gb', bytes / 1e9] as const)
      : bytes >= 1e6
        ? (['mb', bytes / 1e6] as const)
        : (['kb', bytes / 1e3] as const)
  return t(`admin.bytes.${unit}`, { value: formatNumber(size, locale, size < 100 ? 1 : 0) })
}
