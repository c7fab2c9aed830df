import { useCallback, useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import * as z from 'zod/mini'
import { storeIfRoom } from '../storage.ts'
import { readDraft, saveDraft } from './draft-store.ts'

const saveEveryMs = 1000

/** One try of sending: the same content keeps its key, so that a retry cannot create a second one. */
export const sendAttempt = z.object({ key: z.string(), content: z.string() })
type SendAttempt = z.output<typeof sendAttempt>

interface DraftOptions<Held> {
  /** Names the draft; the form starts over where it changes. */
  key: string
  begin: () => { held: Held; restored: boolean }
  /** Stores what is held; null erases it. Must stay the same function. */
  save: (key: string, held: Held | null) => void
  /** Saves with every change, for a form whose draft another screen reads. */
  atOnce?: boolean
}

/**
 * What a form holds, saved every second, whenever the page is hidden and when the form closes. Where nothing
 * changed nothing is saved: another tab may have stored something newer.
 */
export function useDraft<Held extends object & { attempt?: SendAttempt | null }>({
  key,
  begin,
  save,
  atOnce = false,
}: DraftOptions<Held>) {
  const [state, setState] = useState(() => ({ key, ...begin() }))
  if (state.key !== key) setState({ key, ...begin() })
  const latest = useRef(state)
  const saved = useRef(state.held)
  const done = useRef(false)

  const put = useCallback((next: Partial<typeof state>) => {
    latest.current = { ...latest.current, ...next }
    setState(latest.current)
  }, [])

  const saveNow = useCallback(() => {
    const { key: of, held } = latest.current
    if (of !== key || done.current || held === saved.current) return
    saved.current = held
    save(key, held)
  }, [key, save])

  useEffect(() => {
    const timer = setInterval(saveNow, saveEveryMs)
    document.addEventListener('visibilitychange', saveNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', saveNow)
      saveNow()
    }
  }, [saveNow])

  // After the effect above, whose cleanup saves what was held under the previous key.
  useEffect(() => {
    if (latest.current.key === state.key) return
    latest.current = state
    saved.current = state.held
    done.current = false
  }, [state])

  /** What is held at this moment: changes are there before the next render. */
  const current = useCallback(() => latest.current.held, [])

  const change = useCallback(
    (patch: Partial<Held>) => {
      put({ held: { ...latest.current.held, ...patch } })
      if (atOnce) saveNow()
    },
    [put, atOnce, saveNow],
  )

  /** Changes back to how the form began; gives a function that takes the step back. */
  const discard = useCallback(
    (patch: Partial<Held>) => {
      const { held } = latest.current
      put({ held: { ...held, ...patch }, restored: false })
      return () => put({ held, restored: true })
    },
    [put],
  )

  /** The idempotency key of what is sent now. */
  const attemptKey = useCallback(
    (content: string): string => {
      const { attempt } = latest.current.held
      if (attempt?.content === content) return attempt.key
      const next = { key: uuid(), content }
      put({ held: { ...latest.current.held, attempt: next } })
      saveNow()
      return next.key
    },
    [put, saveNow],
  )

  /** Erases the draft. Nothing more is saved, unless the form goes on with what `rest` leaves of it. */
  const forget = useCallback(
    (rest?: (held: Held) => Held) => {
      save(key, null)
      if (latest.current.key !== key) return
      if (rest) put({ held: rest(latest.current.held), restored: false })
      else done.current = true
    },
    [key, put, save],
  )

  return { held: state.held, restored: state.restored, current, change, saveNow, discard, attemptKey, forget }
}

interface HeldFields<Fields> {
  /** What the form begins with. */
  initial: Fields
  fields: Fields
  attempt: SendAttempt | null
}

const stored = z.object({ draft: z.unknown(), attempt: z.nullable(sendAttempt) })

/** What is in the storage is of whatever version of the product; null where it cannot be read. */
function readFields<Fields>(key: string, parse: (stored: unknown) => Fields) {
  try {
    const { draft, attempt } = stored.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return { fields: parse(draft), attempt }
  } catch {
    return null
  }
}

function saveFields(key: string, held: HeldFields<unknown> | null): void {
  const isUntouched =
    held === null || (held.attempt === null && JSON.stringify(held.fields) === JSON.stringify(held.initial))
  const text = isUntouched ? null : JSON.stringify({ draft: held.fields, attempt: held.attempt })
  storeIfRoom(localStorage, key, text)
}

interface FieldsDraftOptions<Fields> {
  key: string
  initial: Fields
  /** Reads stored fields. @throws when they are damaged */
  parse: (stored: unknown) => Fields
}

/** A draft of fields that localStorage has room for, with one attached picture. */
export function useFieldsDraft<Fields extends object>({ key, initial, parse }: FieldsDraftOptions<Fields>) {
  const draft = useDraft<HeldFields<Fields>>({
    key,
    begin: () => {
      const found = readFields(key, parse)
      return { held: { initial, fields: initial, attempt: null, ...found }, restored: found !== null }
    },
    save: saveFields,
  })
  const { current, change, discard, attemptKey, forget } = draft
  const [picture, setPicture] = useState<{ key: string; image: File | null; restored: boolean }>()
  const image = picture?.key === key ? picture.image : null

  useEffect(() => {
    let open = true
    const restore = async () => {
      const kept = await readDraft('pictures', key)
      if (!open || !(kept instanceof File)) return
      setPicture((now) => (now?.key === key ? now : { key, image: kept, restored: true }))
    }
    void restore()
    return () => {
      open = false
    }
  }, [key])

  const putImage = useCallback(
    (next: File | null, restored = false) => {
      setPicture({ key, image: next, restored })
      void saveDraft('pictures', key, next)
    },
    [key],
  )

  const set = useCallback(
    (patch: Partial<Fields>) => change({ fields: { ...current().fields, ...patch } }),
    [change, current],
  )

  return {
    draft: draft.held.fields,
    /** What it holds at this moment: changes are there before the next render. */
    current: () => current().fields,
    image,
    /** True while what is shown came from an earlier visit. */
    restored: draft.restored || (picture?.key === key && picture.restored),
    set,
    setImage: (next: File | null) => putImage(next, picture?.key === key && picture.restored),
    discard: () => {
      const undo = discard({ fields: current().initial, attempt: null })
      putImage(null)
      return () => {
        undo()
        putImage(image, true)
      }
    },
    /** `content` is what is sent besides the picture. */
    attemptKey: (content: unknown) =>
      attemptKey(JSON.stringify([content, image && [image.name, image.size, image.lastModified]])),
    /** Erases the draft, which was sent. */
    forget: () => {
      forget()
      void saveDraft('pictures', key, null)
    },
    /** Erases what was sent and goes on with the rest: what was written meanwhile, on an empty form. */
    forgetSent: (rest: (fields: Fields) => Fields, empty: Fields) => {
      forget(({ fields }) => ({ initial: empty, fields: rest(fields), attempt: null }))
      void saveDraft('pictures', key, null)
      setPicture((now) =>
        now?.key === key && now.image !== image ? now : { key, image: null, restored: false },
      )
    },
  }
}
