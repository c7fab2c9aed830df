import * as z from 'zod'

/** What both providers' answers are read with: tolerantly, so that one broken item never costs the others. */

/** Sizes come as numbers from one provider and as texts from the other. */
export const pixels = z.coerce.number().int().min(1).max(10_000)

export const fileAddress = z.url({ protocol: /^https?$/ }).max(1000)

export const gifId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)

export const gifTitle = z
  .string()
  .catch('')
  .transform((title) => title.trim().slice(0, 200))

/** The items that can be read. */
export function readable<Item>(item: z.ZodType<Item>, values: readonly unknown[]): Item[] {
  return values.flatMap((value) => {
    const parsed = item.safeParse(value)
    return parsed.success ? [parsed.data] : []
  })
}
