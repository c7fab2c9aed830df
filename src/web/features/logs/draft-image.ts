import { keepDraft, readDraft } from '#web/lib/draft-store.ts'

/** The kept picture of a draft, beside the draft's key; or null. */
export async function readDraftImage(key: string): Promise<File | null> {
  const kept = await readDraft('pictures', key)
  return kept instanceof File ? kept : null
}

/** Keeps the picture; null forgets it. */
export function writeDraftImage(key: string, image: File | null): Promise<void> {
  return keepDraft('pictures', key, image)
}
