import { useCallback, useRef, useState } from 'react'
import {
  readPhoto,
  readProfileDraft,
  writePhoto,
  writeProfileDraft,
  type ProfileDraft,
} from './profile-draft.ts'

export interface ProfileDraftState {
  draft: ProfileDraft
  /** The photo that was not uploaded yet, as a data address. */
  photo: string | null
  set: (patch: ProfileDraft) => void
  setPhoto: (photo: string | null) => void
  /** What is in the form at this moment: changes are there before the next render. */
  current: () => { draft: ProfileDraft; photo: string | null }
  /** Saved or given up: forgets everything. */
  forget: () => void
}

/** The form's unsaved values; they survive a reload and the way to the choice of a backdrop. */
export function useProfileDraft(userId: string): ProfileDraftState {
  const [start] = useState(() => ({
    draft: readProfileDraft(sessionStorage, userId),
    photo: readPhoto(sessionStorage, userId),
  }))
  const [state, setState] = useState(start)
  const latest = useRef(start)

  const put = useCallback((next: typeof start) => {
    latest.current = next
    setState(next)
  }, [])

  const set = useCallback(
    (patch: ProfileDraft) => {
      const draft = { ...latest.current.draft, ...patch }
      writeProfileDraft(sessionStorage, userId, draft)
      put({ ...latest.current, draft })
    },
    [userId, put],
  )

  const setPhoto = useCallback(
    (photo: string | null) => {
      writePhoto(sessionStorage, userId, photo)
      put({ ...latest.current, photo })
    },
    [userId, put],
  )

  const forget = useCallback(() => {
    writeProfileDraft(sessionStorage, userId, {})
    writePhoto(sessionStorage, userId, null)
    put({ draft: {}, photo: null })
  }, [userId, put])

  const current = useCallback(() => latest.current, [])

  return { ...state, set, setPhoto, current, forget }
}
