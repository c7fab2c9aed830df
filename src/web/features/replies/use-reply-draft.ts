import { useCallback, useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { readDraftImage, writeDraftImage } from '#web/features/logs/draft-image.ts'
import {
  contentOf,
  readDraft,
  writeDraft,
  type Attempt,
  type ReplyDraft,
  type StoredDraft,
} from './reply-draft.ts'

const saveEvery = 1000

interface Held {
  key: string
  /** The text that a composer begins with: empty, or whom an answer is for. */
  prefill: string
  draft: ReplyDraft
  image: File | null
  attempt: Attempt | null
  restored: boolean
}

function begin(key: string, prefill: string): Held {
  const stored = readDraft(localStorage, key)
  return {
    key,
    prefill,
    draft: stored?.draft ?? { text: prefill, gif: null },
    image: null,
    attempt: stored?.attempt ?? null,
    restored: stored !== null,
  }
}

/** What of a composer is worth keeping; null where it is as it began. */
function worthKeeping({ prefill, draft, attempt }: Held): StoredDraft | null {
  const isUntouched = draft.text === prefill && draft.gif === null && attempt === null
  return isUntouched ? null : { draft, attempt }
}

/**
 * What a composer holds, saved every second, whenever the page is hidden and when the composer closes or
 * turns to another comment (another `key`), and found again on the next visit.
 */
export function useReplyDraft(key: string, prefill: string) {
  const [held, setHeld] = useState(() => begin(key, prefill))
  const current = useRef(held)
  if (held.key !== key) setHeld(begin(key, prefill))
  useEffect(() => {
    current.current = held
  }, [held])

  const [keptAtFirst] = useState(() => JSON.stringify(worthKeeping(held)))
  const kept = useRef(keptAtFirst)
  const save = useCallback((now: Held) => {
    const stored = worthKeeping(now)
    const content = JSON.stringify(stored)
    // Where nothing changed there is nothing to save: another tab may have kept something newer.
    if (content === kept.current) return
    kept.current = content
    writeDraft(localStorage, now.key, stored)
  }, [])

  useEffect(() => {
    let open = true
    const restore = async () => {
      const image = await readDraftImage(key)
      if (!open || image === null) return
      setHeld((now) => (now.key === key && now.image === null ? { ...now, image, restored: true } : now))
    }
    void restore()
    return () => {
      open = false
    }
  }, [key])

  useEffect(() => {
    kept.current = JSON.stringify(worthKeeping(current.current))
    const keep = () => {
      if (current.current.key === key) save(current.current)
    }
    const timer = setInterval(keep, saveEvery)
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keep)
      keep()
    }
  }, [key, save])

  const change = useCallback((patch: Partial<Held>) => setHeld((now) => ({ ...now, ...patch })), [])

  const set = useCallback(
    (patch: Partial<ReplyDraft>) => setHeld((now) => ({ ...now, draft: { ...now.draft, ...patch } })),
    [],
  )

  const setImage = useCallback(
    (image: File | null) => {
      change({ image })
      void writeDraftImage(key, image)
    },
    [change, key],
  )

  /** Back to the beginning; gives a function that takes the step back. */
  const discard = () => {
    const { draft, image, attempt } = held
    change({ draft: { text: prefill, gif: null }, attempt: null, restored: false })
    setImage(null)
    return () => {
      change({ draft, attempt, restored: true })
      setImage(image)
    }
  }

  /** The idempotency key of what is in the composer now. */
  const attemptKey = (): string => {
    const content = contentOf(held.draft, held.image)
    const attempt = held.attempt?.content === content ? held.attempt : { key: uuid(), content }
    change({ attempt })
    save({ ...held, attempt })
    return attempt.key
  }

  /** What was sent is forgotten; what was written since then stays. */
  const sent = ({ draft, image }: Pick<Held, 'draft' | 'image'>) => {
    writeDraft(localStorage, key, null)
    kept.current = JSON.stringify(null)
    void writeDraftImage(key, null)
    const now = current.current
    if (now.key !== key) return
    const text = now.draft.text.startsWith(draft.text) ? now.draft.text.slice(draft.text.length) : ''
    const rest: Held = {
      ...now,
      draft: { text, gif: now.draft.gif === draft.gif ? null : now.draft.gif },
      image: now.image === image ? null : now.image,
      prefill: '',
      attempt: null,
      restored: false,
    }
    // What leaves for another comment at once must not save what was sent.
    current.current = rest
    setHeld(rest)
  }

  return { ...held, set, setImage, discard, attemptKey, sent }
}
