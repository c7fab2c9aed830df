import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readDraft, saveDraft } from '#web/lib/drafts/draft-store.ts'
import { sendAttempt, useDraft } from '#web/lib/drafts/use-draft.ts'
import { isChanged, listValues, mergeLists, type ListValues } from './list-values.ts'

const listDraft = z.object({
  values: listValues,
  /** A cropped cover; `values.coverImage` is its address, null until it is uploaded. */
  coverFile: z.nullable(z.file()),
  /** The list as the changes began, and its `updatedAt`; null of a new one. */
  base: listValues,
  basedOn: z.nullable(z.string()),
  attempt: z.nullable(sendAttempt),
})

/** What a form of a list holds. */
export interface ListDraft extends Omit<z.output<typeof listDraft>, 'values' | 'base'> {
  values: ListValues
  base: ListValues
}

/** Drafts belong to a member and to a list; null is the new one. */
export function listDraftKey(userId: string, listId: string | null): string {
  return `draft:${userId}:list:${listId ?? 'new'}`
}

export async function readListDraft(key: string): Promise<ListDraft | null> {
  const { success, data } = listDraft.safeParse(await readDraft('lists', key))
  return success ? data : null
}

function writeListDraft(key: string, held: ListDraft | null): void {
  void saveDraft('lists', key, held && isDirty(held) ? held : null)
}

/** Something in it is not saved yet. */
export function isDirty({ values, base, coverFile }: ListDraft): boolean {
  return (coverFile !== null && values.coverImage === null) || isChanged(base, values)
}

/** The member's changes on top of the list as it is now. */
export function rebase(held: ListDraft, base: ListValues, basedOn: string): ListDraft {
  const values = mergeLists(held.base, held.values, base)
  // The picture that is not uploaded yet is a change that the address does not show.
  const coverImage = held.coverFile ? held.values.coverImage : values.coverImage
  return { ...held, values: { ...values, coverImage }, base, basedOn, attempt: null }
}

/** What a form begins with: the list, with the changes of a draft. */
export function startingListDraft(base: ListValues, basedOn: string | null, draft: ListDraft | null) {
  const untouched: ListDraft = { values: base, coverFile: null, base, basedOn, attempt: null }
  if (draft === null) return { held: untouched, restored: false }
  const held = basedOn === null || draft.basedOn === basedOn ? draft : rebase(draft, base, basedOn)
  // The list may have become what the draft wanted.
  return isDirty(held) ? { held, restored: true } : { held: untouched, restored: false }
}

/** What was kept of an earlier visit; undefined while it is being read. */
export function useListDraft(key: string): ListDraft | null | undefined {
  const [read, setRead] = useState<{ key: string; draft: ListDraft | null }>()
  useEffect(() => {
    let open = true
    const restore = async () => {
      const draft = await readListDraft(key)
      if (open) setRead({ key, draft })
    }
    void restore()
    return () => {
      open = false
    }
  }, [key])
  return read?.key === key ? read.draft : undefined
}

export interface ListFormState extends ListDraft {
  /** Something in it is not saved yet. */
  dirty: boolean
  /** True while what is shown came from an earlier visit. */
  restored: boolean
  /** What the form holds at this moment: changes are there before the next render. */
  current: () => ListDraft
  put: (patch: Partial<ListDraft>) => void
  /** Stores the draft without waiting for its next second. */
  saveNow: () => void
  /** Changes what the member decides about the list. */
  set: (patch: Partial<ListValues> | ((values: ListValues) => Partial<ListValues>)) => void
  /** Back to the list without the changes; gives a function that takes the step back. */
  discard: () => () => void
  /** The idempotency key of what is sent now. */
  attemptKey: (body: unknown) => string
  /** Saved: the draft is forgotten. */
  forget: () => void
}

/** The form's values as a draft. `base` is the list without changes, `draft` what was kept of an earlier visit. */
export function useListForm(
  key: string,
  base: ListValues,
  basedOn: string | null,
  draft: ListDraft | null,
): ListFormState {
  const { held, restored, current, change, saveNow, discard, attemptKey, forget } = useDraft<ListDraft>({
    key,
    begin: () => startingListDraft(base, basedOn, draft),
    save: writeListDraft,
  })
  return {
    ...held,
    dirty: isDirty(held),
    restored,
    current,
    put: change,
    saveNow,
    set: (patch) => {
      const { values } = current()
      change({ values: { ...values, ...(typeof patch === 'function' ? patch(values) : patch) } })
    },
    discard: () => discard({ values: current().base, coverFile: null, attempt: null }),
    attemptKey: (body) => attemptKey(JSON.stringify(body)),
    forget,
  }
}
