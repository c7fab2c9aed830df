import * as z from 'zod/mini'
import { audiences, commonAudiences, standIns } from '#shared/audience.ts'
import { isStars } from '#shared/rating.ts'
import type { ErrorCode } from '../errors.ts'
import type { FileAnswer } from './endpoint.ts'
import { maxInteger } from '#shared/integers.ts'

/** Fields that several domains share. Lengths are in UTF-16 code units. */

/** Control characters and halves of surrogate pairs: no name, address, code or key has one. */
const unprintable = /[\p{Cc}\p{Cs}]/u
/**
 * Characters that no text may have: control characters except tab and line ends, and the marks of emphasis
 * (shared/emphasis.ts).
 */
const unwritable = /[^\P{Cc}\t\n\r]|[\ufdd0\ufdd1]/u

/** Normalises a text: all line ends become `\n`, and characters that it may not have become blanks. */
export const writable = (given: string): string =>
  given.replaceAll(/[\v\f\u0085]/g, '\n').replaceAll(new RegExp(unwritable, 'gu'), ' ')

/** The same for a text of one line. */
export const writableLine = (given: string): string => writable(given).replaceAll(/[\t\n\r]/g, ' ')

/**
 * The error for a field that is missing or has another type; `request.invalid` by default. When the message of an
 * issue is an error code, the server answers that code; checks may name one as well.
 */
export const ifMissing = (code?: ErrorCode) => ({
  error: (issue: { code: string }) => (issue.code === 'invalid_type' ? code : undefined),
})

/**
 * At most so many UTF-16 code units, as forms and imports count them. `z.maxLength`, which a schema tells of, counts code
 * points: of characters beyond the first 65,536 it would take up to twice as many.
 */
export const longest = (max: number) =>
  [
    z.maxLength(max, { abort: true }),
    z.refine<string>((value) => value.length <= max, `more than ${max} characters`),
  ] as const

/** A text of one line: every name, address, code and key that comes in. */
export const line = (max: number, missing?: ErrorCode) =>
  z.string(ifMissing(missing)).check(
    ...longest(max),
    z.refine((value) => !unprintable.test(value), 'a control character'),
  )

/** A text that a member writes or pastes; it may have lines and tabs. */
export const text = (max: number, missing?: ErrorCode) =>
  z.string(ifMissing(missing)).check(
    ...longest(max),
    z.refine((value) => !unwritable.test(value), 'a control character'),
  )

/** Ids in any letter case; they are converted to the database's spelling. */
export const id = z.uuid().check(z.toLowerCase())

/**
 * A number, as JSON or as text from queries and forms; `null` and blank texts become 0. Other types are refused:
 * `true` is not a star.
 */
export const numeric = <Schema extends z.ZodMiniType<number, number>>(schema: Schema) =>
  z.pipe(
    z.transform((given: unknown) => (typeof given === 'string' || given === null ? Number(given) : given)),
    schema,
  )

const number = () => numeric(z.int().check(z.positive(), z.maximum(maxInteger)))

/** An id of the film source that is not a film's: a person's, a genre's. */
export const sourceId = number()

/** A film's number. In calls, the number of a merged film is replaced by that of the film it became. */
export const filmId = number()

/** A root-relative address on our own origin (`/media/…`, `/t/p/…`). */
export const picture = line(500).check(z.regex(/^\/(media|t\/p|art)\//))

/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export const day = line(10).check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** A day, or a moment in ISO 8601 as `Date` writes it: its date as it is written, not shifted by a time zone. */
export const dayOfMoment = z.pipe(
  line(40).check(z.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/)),
  z.transform((given: string) => given.slice(0, 10)),
)

/** Rating in stars, 0.5 to 5 in halves; `null` is unrated. */
export const stars = z.nullable(z.number())

/** A rating that is sent; 0 is unrated. */
export const ratingField = numeric(z.number().check(z.refine(isStars, 'A rating is 0 to 5 in halves.')))

/** Keyset paging of an array answer; the next cursor travels in `X-Next-Cursor`. */
export const page = z.object({
  limit: z.optional(numeric(z.int().check(z.minimum(1), z.maximum(100)))),
  cursor: z.optional(line(300)),
})

export const memberRef = z.object({
  _id: id,
  username: z.string(),
  avatar: z.nullable(z.string()),
})
export type MemberRef = z.output<typeof memberRef>

/** A film's title as the viewer wants it, with its language (BCP 47; blank when unknown). */
export const filmTitle = { title: z.string(), titleLang: z.optional(z.string()) }

/** The same with the title that stands below it, where that is another one. */
export const filmTitles = {
  ...filmTitle,
  otherTitle: z.optional(z.nullable(z.object({ title: z.string(), lang: z.string() }))),
}

/** A boolean, also as text from multipart forms. Any other word is refused: `private=yes` must not mean public. */
export const flag = z.pipe(
  z.union([z.boolean(), z.string().check(z.regex(/^(true|1|on|false|0|off)?$/))]),
  z.transform((value) => value === true || value === 'true' || value === '1' || value === 'on'),
)

/** What is known of a GIF besides its address; the size in pixels reserves its place. */
export const gifDetails = z.nullable(z.object({ title: z.string(), width: z.number(), height: z.number() }))

/** The audience, when it is not all members. */
export const audience = z.optional(z.enum(audiences))

/** The audience to set. */
export const audienceField = z.optional(z.enum(commonAudiences))

/** As whom a member wants to see what is theirs; refused for other members' things. */
export const viewedAs = z.object({ as: z.optional(z.enum(standIns)) })

/** A file to keep, for endpoints with `file`. */
export const file = z.custom<FileAnswer>()

/** Nothing but the fact that it was done. */
export const done = z.object({ ok: z.literal(true) })
