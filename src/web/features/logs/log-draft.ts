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

/** One try of sending: the same content keeps its key, so that a retry cannot make a second log. */
const attempt = z.object({ key: z.string(), content: z.string() })
export type Attempt = z.output<typeof attempt>

export interface StoredDraft {
  draft: LogDraft
  attempt: Attempt | null
}

/** What older versions stored lacks the newer fields. */
const storedDraft = z.object({
  draft: z.partial(logDraft, { gif: true, spoilers: true }),
  attempt: z.nullable(attempt),
})

/** Drafts belong to a member and to a film (a new log) or a log (an edit). */
export function draftKey(userId: string, filmId: number, logId?: string): string {
  return `draft:${userId}:${logId === undefined ? `film:${filmId}` : `log:${logId}`}`
}

/** The stored draft, or null; a field that it lacks is as in `initial`. */
export function readDraft(storage: Storage, key: string, initial: LogDraft): StoredDraft | null {
  try {
    const { draft, attempt } = storedDraft.parse(JSON.parse(storage.getItem(key) ?? 'null'))
    const { gif = initial.gif, spoilers = initial.spoilers } = draft
    return { draft: { ...draft, gif, spoilers }, attempt }
  } catch {
    return null
  }
}

export function writeDraft(storage: Storage, key: string, stored: StoredDraft): void {
  try {
    storage.setItem(key, JSON.stringify(stored))
  } catch {
    // The draft still lives in the open editor.
  }
}

export function clearDraft(storage: Storage, key: string): void {
  try {
    storage.removeItem(key)
  } catch {
    // Nothing was stored then.
  }
}

/** Files up to this size are taken, in bytes (10 MB); the server checks again. */
export const largestImage = 10 * 1024 * 1024

/** Why a picked file cannot be attached, as the server's error code; null when it can. */
export function imageFault(
  file: Pick<File, 'type' | 'size'>,
): 'upload.not_an_image' | 'upload.too_large' | null {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return 'upload.not_an_image'
  return file.size > largestImage ? 'upload.too_large' : null
}

/** Tells whether two submissions are the same. */
export function contentOf(draft: LogDraft, image: File | null): string {
  return JSON.stringify([draft, image && [image.name, image.size, image.lastModified]])
}
