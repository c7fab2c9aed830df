import * as z from 'zod/mini'
import type { GifItem } from '#shared/api/gifs.ts'

const gif = z.object({
  id: z.string(),
  url: z.string(),
  still: z.string(),
  width: z.number(),
  height: z.number(),
  title: z.string(),
}) satisfies z.ZodMiniType<GifItem>

/** What a composer holds besides a picture. */
const replyDraft = z.object({ text: z.string(), gif: z.nullable(gif) })
export type ReplyDraft = z.output<typeof replyDraft>

/** One try of sending: the same content keeps its key, so that a retry cannot make a second comment. */
const attempt = z.object({ key: z.string(), content: z.string() })
export type Attempt = z.output<typeof attempt>

const storedDraft = z.object({ draft: replyDraft, attempt: z.nullable(attempt) })
export type StoredDraft = z.output<typeof storedDraft>

/** Drafts belong to a member, a log and, for an answer, to the comment that it answers. */
export function draftKey(userId: string, logId: string, parentId: string | null): string {
  return `draft:${userId}:reply:${logId}${parentId === null ? '' : `:${parentId}`}`
}

export function readDraft(storage: Storage, key: string): StoredDraft | null {
  try {
    return storedDraft.parse(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Null forgets it. */
export function writeDraft(storage: Storage, key: string, stored: StoredDraft | null): void {
  try {
    if (stored === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(stored))
  } catch {
    // The draft still lives in the open composer.
  }
}

/** Tells whether two submissions are the same. */
export function contentOf({ text, gif: chosen }: ReplyDraft, image: File | null): string {
  return JSON.stringify([
    text.trim(),
    chosen?.url ?? null,
    image && [image.name, image.size, image.lastModified],
  ])
}

/** Nothing is sent then (specification 2, section 5). */
export function isBlank({ text, gif: chosen }: ReplyDraft, image: File | null): boolean {
  return text.trim() === '' && chosen === null && image === null
}
