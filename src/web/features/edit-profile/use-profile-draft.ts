import { useDraft } from '#web/lib/use-draft.ts'
import {
  readPhoto,
  readProfileDraft,
  writePhoto,
  writeProfileDraft,
  type ProfileDraft,
} from './profile-draft.ts'

export type ProfileDraftState = ReturnType<typeof useProfileDraft>

const saveFields = (userId: string, held: { draft: ProfileDraft } | null) =>
  writeProfileDraft(sessionStorage, userId, held?.draft ?? {})

const savePhoto = (userId: string, held: { photo: string | null } | null) =>
  writePhoto(sessionStorage, userId, held?.photo ?? null)

/** The form's unsaved values; they survive a reload and the way to the choice of a backdrop. */
export function useProfileDraft(userId: string) {
  const fields = useDraft<{ draft: ProfileDraft }>({
    key: userId,
    begin: () => ({ held: { draft: readProfileDraft(sessionStorage, userId) }, restored: false }),
    save: saveFields,
    atOnce: true,
  })
  /** Apart from the rest, which is written at every key press. */
  const picture = useDraft<{ photo: string | null }>({
    key: userId,
    begin: () => ({ held: { photo: readPhoto(sessionStorage, userId) }, restored: false }),
    save: savePhoto,
    atOnce: true,
  })
  return {
    ...fields.held,
    /** The photo that was not uploaded yet, as a data address. */
    ...picture.held,
    set: (patch: ProfileDraft) => fields.change({ draft: { ...fields.current().draft, ...patch } }),
    setPhoto: (photo: string | null) => picture.change({ photo }),
    /** What is in the form at this moment: changes are there before the next render. */
    current: () => ({ ...fields.current(), ...picture.current() }),
    /** Saved or given up: forgets everything. */
    forget: () => {
      fields.forget(() => ({ draft: {} }))
      picture.forget(() => ({ photo: null }))
    },
  }
}
