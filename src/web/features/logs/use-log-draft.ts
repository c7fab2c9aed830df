import { useCallback, useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { readDraftImage, writeDraftImage } from './draft-image.ts'
import {
  clearDraft,
  contentOf,
  readDraft,
  writeDraft,
  type Attempt,
  type LogDraft,
  type StoredDraft,
} from './log-draft.ts'

const saveEvery = 1000

export interface LogDraftState {
  draft: LogDraft
  image: File | null
  /** True while what is shown came from an earlier visit. */
  restored: boolean
  set: (patch: Partial<LogDraft>) => void
  setImage: (image: File | null) => void
  /** Back to the starting values; gives a function that takes the step back. */
  discard: () => () => void
  /** The idempotency key of what is in the editor now. */
  attemptKey: () => string
  /** The draft was sent: forget it. */
  forget: () => void
}

/** What of an editor is worth keeping; null where it is as it began. */
function worthKeeping(draft: LogDraft, attempt: Attempt | null, initial: LogDraft): StoredDraft | null {
  const isUntouched = attempt === null && JSON.stringify(draft) === JSON.stringify(initial)
  return isUntouched ? null : { draft, attempt }
}

/**
 * The editor's fields, saved every second and whenever the page is hidden or the editor closes, and found
 * again on the next visit. `initial` is what the editor shows without a draft.
 */
export function useLogDraft(key: string, initial: LogDraft): LogDraftState {
  const [start] = useState(() => ({ initial, stored: readDraft(localStorage, key, initial) }))
  const [draft, setDraft] = useState<LogDraft>(start.stored?.draft ?? initial)
  const [image, putImage] = useState<File | null>(null)
  const [restored, setRestored] = useState(start.stored !== null)
  const attempt = useRef<Attempt | null>(start.stored?.attempt ?? null)
  const current = useRef({ draft, done: false })
  const [keptAtFirst] = useState(() =>
    JSON.stringify(worthKeeping(draft, start.stored?.attempt ?? null, initial)),
  )
  const kept = useRef(keptAtFirst)

  useEffect(() => {
    current.current.draft = draft
  }, [draft])

  useEffect(() => {
    let open = true
    const restore = async () => {
      const kept = await readDraftImage(key)
      if (!open || kept === null) return
      putImage((picked) => picked ?? kept)
      setRestored(true)
    }
    void restore()
    return () => {
      open = false
    }
  }, [key])

  const save = useCallback(() => {
    if (current.current.done) return
    const stored = worthKeeping(current.current.draft, attempt.current, start.initial)
    const content = JSON.stringify(stored)
    // Where nothing changed there is nothing to save: another tab may have kept something newer.
    if (content === kept.current) return
    kept.current = content
    if (stored === null) clearDraft(localStorage, key)
    else writeDraft(localStorage, key, stored)
  }, [key, start])

  useEffect(() => {
    const timer = setInterval(save, saveEvery)
    document.addEventListener('visibilitychange', save)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [save])

  const setImage = useCallback(
    (picked: File | null) => {
      putImage(picked)
      void writeDraftImage(key, picked)
    },
    [key],
  )

  const set = useCallback((patch: Partial<LogDraft>) => setDraft((now) => ({ ...now, ...patch })), [])

  const discard = useCallback(() => {
    const before = { draft: current.current.draft, image, attempt: attempt.current }
    attempt.current = null
    setDraft(start.initial)
    setImage(null)
    setRestored(false)
    return () => {
      attempt.current = before.attempt
      setDraft(before.draft)
      setImage(before.image)
      setRestored(true)
    }
  }, [image, setImage, start])

  const attemptKey = useCallback(() => {
    const content = contentOf(draft, image)
    if (attempt.current?.content !== content) attempt.current = { key: uuid(), content }
    save()
    return attempt.current.key
  }, [draft, image, save])

  const forget = useCallback(() => {
    current.current.done = true
    clearDraft(localStorage, key)
    void writeDraftImage(key, null)
  }, [key])

  return { draft, image, restored, set, setImage, discard, attemptKey, forget }
}
