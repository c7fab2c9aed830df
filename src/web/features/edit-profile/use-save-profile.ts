import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { socialPage } from '#shared/socials.ts'
import { isWebsite } from '#shared/socials.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { updateProfileMutation, uploadPhotoMutation } from './edit-profile.api.ts'
import { memberQuery, type Profile } from '#web/features/members/members.api.ts'
import {
  profileChanges,
  socialKinds,
  type ProfileDraft,
  type ProfileDraftState,
  type SocialKind,
} from './profile-draft.ts'

/** What went wrong, as text beside what it is about. */
interface ProfileErrors {
  photo: string | null
  favourites: string | null
  links: Partial<Record<SocialKind, string>>
  /** The whole could not be saved. */
  profile: string | null
}

const noErrors: ProfileErrors = { photo: null, favourites: null, links: {}, profile: null }

/** The server's reason where it is about the picture itself. */
function photoError(error: unknown, otherwise: string): string {
  const isAboutPicture = error instanceof ApiError && error.code.startsWith('upload.')
  return isAboutPicture ? errorText(error, 'editProfile.uploadFailed') : otherwise
}

/**
 * Saves what changed: first the photo, then the rest. Whatever fails, the
 * form keeps everything, and what was saved already is not sent again. `onSaved` is called when nothing is left.
 */
export function useSaveProfile(member: Profile, state: ProfileDraftState, onSaved: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const upload = useMutation(uploadPhotoMutation(queryClient, member._id))
  const update = useMutation(updateProfileMutation(queryClient, member._id))
  const [faults, setFaults] = useState(noErrors)

  const setFault = (fault: Partial<ProfileErrors>) => setFaults((now) => ({ ...now, ...fault }))

  const sendPhoto = async (photo: string): Promise<boolean> => {
    try {
      await upload.mutateAsync(photo)
    } catch (error) {
      setFault({ photo: photoError(error, t('editProfile.uploadFailed')) })
      toast.error(t('editProfile.avatarFailed'))
      return false
    }
    if (state.current().photo === photo) state.setPhoto(null)
    return true
  }

  const refused = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null
    const kind = socialKinds.find(
      (one) => error instanceof ApiError && error.issues[0]?.path === `socials.${one}`,
    )
    if (code === 'member.website') setFault({ links: { website: t('errors.member.website') } })
    else if (code === 'member.social' && kind) setFault({ links: { [kind]: t('errors.member.social') } })
    else if (code === 'member.favourites') setFault({ favourites: t('errors.member.favourites') })
    else setFault({ profile: t('editProfile.failed') })
    toast.error(t('editProfile.failed'))
  }

  /** The server takes all links together, and another device may have changed others of them meanwhile. */
  const currentChanges = async (draft: ProfileDraft) =>
    profileChanges(await queryClient.fetchQuery({ ...memberQuery(member._id), staleTime: 0 }), draft)

  const save = async () => {
    if (upload.isPending || update.isPending) return
    const { draft, photo } = state.current()
    const changes = profileChanges(member, draft)
    const isChanged = Object.keys(changes).length > 0
    setFaults(noErrors)
    if (!isChanged && photo === null) {
      toast.show({ text: t('editProfile.noChanges') })
      return
    }
    for (const kind of socialKinds) {
      const link = changes.socials?.[kind]
      const isLink = kind === 'website' ? isWebsite : (text: string) => socialPage(kind, text) !== null
      if (link === undefined || isLink(link)) continue
      setFault({ links: { [kind]: t(`errors.member.${kind === 'website' ? 'website' : 'social'}`) } })
      return
    }
    if (photo !== null && !(await sendPhoto(photo))) return
    if (isChanged) {
      try {
        await update.mutateAsync(changes.socials ? await currentChanges(draft) : changes)
      } catch (error) {
        refused(error)
        return
      }
    }
    const now = state.current()
    // What was typed meanwhile is another change.
    if (now.draft === draft && now.photo === null) onSaved()
  }

  return { save, isSaving: upload.isPending || update.isPending, faults, setFault }
}
