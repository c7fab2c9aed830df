import * as z from 'zod/mini'

/** An attached GIF; `details` is null where nothing is known of it. */
const draftGif = z.object({
  url: z.string(),
  details: z.nullable(z.object({ title: z.string(), width: z.number(), height: z.number() })),
})

/** What the editor holds. `watchedAt` is a calendar day or empty; `rating` is in stars, null is unrated. */
const logDraft = z.object({
  rating: z.nullable(z.number()),
  review: z.string(),
  favourite: z.boolean(),
  rewatchCount: z.number(),
  watchedAt: z.string(),
  removeImage: z.boolean(),
  gif: z.nullable(draftGif),
  spoilers: z.boolean(),
})
export type LogDraft = z.output<typeof logDraft>

const storedLogDraft = z.partial(logDraft, { gif: true, spoilers: true })

/** Drafts belong to a member and to a film (a new log) or a log (an edit). */
export function draftKey(userId: string, filmId: number, logId?: string): string {
  return `draft:${userId}:${logId === undefined ? `film:${filmId}` : `log:${logId}`}`
}

/** Reads stored fields; those that older versions did not store are as in `initial`. @throws when damaged */
export function parseLogDraft(stored: unknown, initial: LogDraft): LogDraft {
  const { gif = initial.gif, spoilers = initial.spoilers, ...rest } = storedLogDraft.parse(stored)
  return { ...rest, gif, spoilers }
}

/** Files up to this size are taken, in bytes (10 MB); the server checks again. */
export const maxImageBytes = 10 * 1024 * 1024

/** Why a picked file cannot be attached, as the server's error code; null when it can. */
export function imageFault(
  file: Pick<File, 'type' | 'size'>,
): 'upload.not_an_image' | 'upload.too_large' | null {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return 'upload.not_an_image'
  return file.size > maxImageBytes ? 'upload.too_large' : null
}
