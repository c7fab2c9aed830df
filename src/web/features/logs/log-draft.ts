import * as z from 'zod/mini'

/** What the editor holds. `watchedAt` is a calendar day or empty; `rating` is in stars, null is unrated. */
const logDraft = z.object({
  rating: z.nullable(z.number()),
  review: z.string(),
  favourite: z.boolean(),
  rewatchCount: z.number(),
  watchedAt: z.string(),
  removeImage: z.boolean(),
})
export type LogDraft = z.output<typeof logDraft>

/** One try of sending: the same content keeps its key, so that a retry cannot make a second log. */
const attempt = z.object({ key: z.string(), content: z.string() })
export type Attempt = z.output<typeof attempt>

const storedDraft = z.object({ draft: logDraft, attempt: z.nullable(attempt) })
export type StoredDraft = z.output<typeof storedDraft>

/** Drafts belong to a member and to a film (a new log) or a log (an edit). */
export function draftKey(userId: string, filmId: number, logId?: string): string {
  return `draft:${userId}:${logId === undefined ? `film:${filmId}` : `log:${logId}`}`
}

export function readDraft(storage: Storage, key: string): StoredDraft | null {
  try {
    return storedDraft.parse(JSON.parse(storage.getItem(key) ?? 'null'))
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
