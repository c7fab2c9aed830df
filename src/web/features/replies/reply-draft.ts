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

export const parseReplyDraft = (stored: unknown): ReplyDraft => replyDraft.parse(stored)

/** Drafts belong to a member, a log and, for an answer, to the comment that it answers. */
export function draftKey(userId: string, logId: string, parentId: string | null): string {
  return `draft:${userId}:reply:${logId}${parentId === null ? '' : `:${parentId}`}`
}

/** What is sent besides a picture. */
export const sentContent = ({ text, gif: chosen }: ReplyDraft) => ({
  text: text.trim(),
  gif: chosen?.url ?? null,
})

/** Nothing is sent then. */
export function isBlank({ text, gif: chosen }: ReplyDraft, image: File | null): boolean {
  return text.trim() === '' && chosen === null && image === null
}
