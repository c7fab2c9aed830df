import { useCallback, useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { beginWith, isDirty, readListDraft, writeListDraft, type HeldList } from './list-draft.ts'
import type { ListValues } from './list-values.ts'

const saveEvery = 1000

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

/**
 * The form's values, kept every second and whenever the page is hidden or the form closes. `base` is the list
 * without changes, `draft` what was kept of an earlier visit.
 */
export function useListForm(
  key: string,
  base: ListValues,
  basedOn: string | null,
  draft: HeldList | null,
): ListFormState {
  const [start] = useState(() => beginWith(base, basedOn, draft))
  const [held, setHeld] = useState(start.held)
  const [restored, setRestored] = useState(start.restored)
  const latest = useRef(start.held)
  const kept = useRef(start.held)
  const done = useRef(false)

  const current = useCallback(() => latest.current, [])

  const put = useCallback((patch: Partial<HeldList>) => {
    latest.current = { ...latest.current, ...patch }
    setHeld(latest.current)
  }, [])

  const set = useCallback<ListFormState['set']>(
    (patch) => {
      const { values } = latest.current
      put({ values: { ...values, ...(typeof patch === 'function' ? patch(values) : patch) } })
    },
    [put],
  )

  const keep = useCallback(() => {
    if (done.current || latest.current === kept.current) return
    kept.current = latest.current
    void writeListDraft(key, isDirty(latest.current) ? latest.current : null)
  }, [key])

  useEffect(() => {
    const timer = setInterval(keep, saveEvery)
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keep)
      keep()
    }
  }, [keep])

  const discard = useCallback(() => {
    const before = latest.current
    put({ values: before.base, coverFile: null, attempt: null })
    setRestored(false)
    return () => {
      put(before)
      setRestored(true)
    }
  }, [put])

  const attemptKey = useCallback(
    (body: unknown) => {
      const content = JSON.stringify(body)
      const { attempt } = latest.current
      if (attempt?.content === content) return attempt.key
      const next = { key: uuid(), content }
      put({ attempt: next })
      keep()
      return next.key
    },
    [put, keep],
  )

  const forget = useCallback(() => {
    done.current = true
    void writeListDraft(key, null)
  }, [key])

  return { ...held, dirty: isDirty(held), restored, current, put, set, discard, attemptKey, forget }
}
