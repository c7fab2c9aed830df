import { useEffect, useState } from 'react'
import { useDraft } from '#web/lib/use-draft.ts'
import { beginWith, isDirty, readListDraft, writeListDraft, type HeldList } from './list-draft.ts'
import type { ListValues } from './list-values.ts'

/** What was kept of an earlier visit; undefined while it is being read. */
export function useListDraft(key: string): HeldList | null | undefined {
  const [read, setRead] = useState<{ key: string; draft: HeldList | null }>()
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

export interface ListFormState extends HeldList {
  /** Something in it is not saved yet. */
  dirty: boolean
  /** True while what is shown came from an earlier visit. */
  restored: boolean
  /** What the form holds at this moment: changes are there before the next render. */
  current: () => HeldList
  put: (patch: Partial<HeldList>) => void
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
  draft: HeldList | null,
): ListFormState {
  const { held, restored, current, change, discard, attemptKey, forget } = useDraft<HeldList>({
    key,
    begin: () => beginWith(base, basedOn, draft),
    save: writeListDraft,
  })
  return {
    ...held,
    dirty: isDirty(held),
    restored,
    current,
    put: change,
    set: (patch) => {
      const { values } = current()
      change({ values: { ...values, ...(typeof patch === 'function' ? patch(values) : patch) } })
    },
    discard: () => discard({ values: current().base, coverFile: null, attempt: null }),
    attemptKey: (body) => attemptKey(JSON.stringify(body)),
    forget,
  }
}
