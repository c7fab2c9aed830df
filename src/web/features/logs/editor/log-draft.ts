import * as z from 'zod/mini'
import { commonAudiences } from '#shared/audience.ts'
import type { Log } from '#shared/api/logs.ts'
import { realReview } from '#shared/review-text.ts'
import { parseTags } from '#shared/tags.ts'
import { localDay } from '#web/lib/format.ts'
import type { LogFields } from '#web/features/logs/logs.api.ts'

/** An attached GIF; `details` is null where nothing is known of it. */
const draftGif = z.object({
  url: z.string(),
  details: z.nullable(z.object({ title: z.string(), width: z.number(), height: z.number() })),
})

/** What a log says. `watchedAt` is a calendar day or empty; `rating` is in stars, null is unrated. */
const logFields = z.object({
  rating: z.nullable(z.number()),
  review: z.string(),
  favourite: z.boolean(),
  rewatchCount: z.number(),
  watchedAt: z.string(),
  removeImage: z.boolean(),
  gif: z.nullable(draftGif),
  spoilers: z.boolean(),
  tags: z.array(z.string()),
  /** What is typed of one more. */
  newTag: z.string(),
  /** Null: as the member's new ones are. */
  audience: z.nullable(z.enum(commonAudiences)),
})

/** What the editor holds, and what the log said when it was opened to be changed: null for a new one. */
const logDraft = z.extend(logFields, { base: z.nullable(logFields) })
export type LogDraft = z.output<typeof logDraft>

export interface EditorFilm {
  id: number
  title: string
  /** Ready to show. */
  poster: string | null
  backdrop: string | null
  isFavorite: boolean
}

/** Whom a log is for. */
const audienceOf = ({ audience = 'members' }: Log) => commonAudiences.find((one) => one === audience) ?? 'me'

/** What the editor shows without a draft: the log to change, or a new one of today. */
export function startingDraft(film: EditorFilm, log: Log | undefined): LogDraft {
  const fields = {
    rating: log?.rating ?? null,
    review: log ? realReview(log.review) : '',
    favourite: film.isFavorite,
    rewatchCount: log?.rewatchCount ?? 0,
    watchedAt: log ? (log.watchedAt ?? '') : localDay(new Date()),
    removeImage: false,
    gif: log?.gif ? { url: log.gif, details: log.gifDetails } : null,
    spoilers: log?.spoilers ?? false,
    tags: log?.tags ?? [],
    newTag: '',
    audience: log ? audienceOf(log) : null,
  }
  return { ...fields, base: log ? fields : null }
}

/** The member's changes on top of what the log says now. */
export function rebase({ base, ...held }: LogDraft, now: LogDraft): LogDraft {
  const isKept = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(base?.[field as keyof typeof base])
  return { ...now, ...(Object.fromEntries(Object.entries(held).filter(isKept)) as Partial<typeof held>) }
}

/** Of a change only what the member changed: the rest may have been changed elsewhere meanwhile. */
export function submittedFields({ base, ...draft }: LogDraft, film: EditorFilm): LogFields {
  const review = draft.review.trim()
  const gif = draft.gif?.url ?? ''
  const tags = parseTags([...draft.tags, draft.newTag].join(','))
  // A first text is for whom the form shows.
  const isKeptAudience = base?.audience === draft.audience && (base.review !== '' || review === '')
  return {
    ...(review === base?.review.trim() ? {} : { review, ...(base && { reviewBefore: base.review }) }),
    ...(base && draft.rating === base.rating ? {} : { rating: draft.rating ?? 0 }),
    ...(draft.rewatchCount === base?.rewatchCount
      ? {}
      : { rewatch: draft.rewatchCount > 0, rewatchCount: draft.rewatchCount }),
    ...(draft.watchedAt === base?.watchedAt ? {} : { watchedAt: draft.watchedAt }),
    ...(draft.spoilers === base?.spoilers ? {} : { spoilers: draft.spoilers }),
    ...(gif === (base?.gif?.url ?? '') ? {} : { gif }),
    ...(draft.favourite === (base?.favourite ?? film.isFavorite) ? {} : { favorite: draft.favourite }),
    ...(String(tags) === String(base?.tags ?? []) ? {} : { tags }),
    ...(draft.removeImage ? { removeImage: true } : {}),
    ...(draft.audience === null || isKeptAudience ? {} : { audience: draft.audience }),
  }
}

/** Drafts belong to a member and to a film (a new log) or a log (an edit). */
export function logDraftKey(userId: string, filmId: number, logId?: string): string {
  return `draft:${userId}:${logId === undefined ? `film:${filmId}` : `log:${logId}`}`
}

/** Reads stored fields; those that older versions did not store are as in `initial`. @throws when damaged */
export function parseLogDraft(stored: unknown, initial: LogDraft): LogDraft {
  return logDraft.parse({ ...initial, ...z.record(z.string(), z.unknown()).parse(stored) })
}

/** Files up to this size are taken, in bytes (10 MB); the server checks again. */
export const maxImageBytes = 10 * 1024 * 1024

/** Why a picked file cannot be attached, as the server's error code; null when it can. */
export function imageError(
  file: Pick<File, 'type' | 'size'>,
): 'upload.not_an_image' | 'upload.too_large' | null {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return 'upload.not_an_image'
  return file.size > maxImageBytes ? 'upload.too_large' : null
}
