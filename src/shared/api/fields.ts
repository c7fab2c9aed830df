import * as z from 'zod/mini'
import type { FileAnswer } from './endpoint.ts'

/** Fields that several domains share. Lengths are in UTF-16 code units. */

/** Any spelling is read; ids are compared as the database writes them. */
export const id = z.uuid().check(z.toLowerCase())

/** A film or person number of the film source. */
export const sourceId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647))

/** A root-relative address on our own origin (`/media/…`, `/t/p/…`). */
export const picture = z.string().check(z.regex(/^\/(media|t\/p|art)\//), z.maxLength(500))

/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** Rating in stars, 0.5 to 5 in halves; `null` is unrated. */
export const stars = z.nullable(z.number())

/** Keyset paging of an array answer; the next cursor travels in `X-Next-Cursor`. */
export const page = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  cursor: z.optional(z.string().check(z.maxLength(300))),
})

export const memberRef = z.object({
  _id: id,
  username: z.string(),
  avatar: z.nullable(z.string()),
})
export type MemberRef = z.output<typeof memberRef>

/** Multipart text fields arrive as strings. Any other word is refused: `private=yes` must not come out as public. */
export const flag = z.pipe(
  z.union([z.boolean(), z.string().check(z.regex(/^(true|1|on|false|0|off)?$/))]),
  z.transform((value) => value === true || value === 'true' || value === '1' || value === 'on'),
)

/** What is known of a GIF besides its address; the size in pixels reserves its place. */
export const gifDetails = z.nullable(z.object({ title: z.string(), width: z.number(), height: z.number() }))

/** A file to keep, for endpoints with `file`. */
export const file = z.custom<FileAnswer>()

/** Nothing but the fact that it was done. */
export const done = z.object({ ok: z.literal(true) })
