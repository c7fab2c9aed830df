import * as z from 'zod'

/**
 * Schemas for the answers of both providers, tolerant of bad data, so that one broken item never costs the others.
 */

/** Sizes come as numbers from one provider and as texts from the other. */
export const pixels = z.coerce.number().int().min(1).max(10_000)

export const fileAddress = z.url({ protocol: /^https?$/, normalize: true }).max(1000)

export const gifId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)

/** PostgreSQL stores no NUL, and no half of an emoji where the title is cut. */
export const gifTitle = z
  .string()
  .catch('')
  .transform((title) => title.replaceAll('\0', '').trim().slice(0, 200).toWellFormed())

/** The items that can be read, each once. */
export function readable<Item extends { id: string }>(
  item: z.ZodType<Item>,
  values: readonly unknown[],
): Item[] {
  const items = values.flatMap((value) => {
    const parsed = item.safeParse(value)
    return parsed.success ? [parsed.data] : []
  })
  return [...new Map(items.map((one) => [one.id, one])).values()]
}
