import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memberQuery, type Profile } from '#web/features/members/members.api.ts'
import { updateProfileMutation } from './edit-profile.api.ts'

/** What a member may choose for themselves with a press. */
type Setting =
  | 'discoverable'
  | 'filmTitles'
  | 'lesserKnownFilms'
  | 'scheduledExport'
  | 'searchEngines'
  | 'spoilers'

type Choice<Name extends Setting> = NonNullable<Profile[Name]>

/**
 * A choice of the member's own, saved at once: `chosen` is as wanted while it is saved, and `usual` until it is known.
 * Where it could not be saved what is so shows; `save` is for a `SaveNote` beside it.
 */
export function useProfileChoice<Name extends Setting>(memberId: string, setting: Name, usual: Choice<Name>) {
  const { data: member, isError, refetch } = useQuery(memberQuery(memberId))
  const queryClient = useQueryClient()
  const save = useMutation(updateProfileMutation(queryClient, memberId))
  // A call whose answer was lost may be done all the same.
  const onError = () =>
    void queryClient.invalidateQueries({ queryKey: memberQuery(memberId).queryKey, exact: true })
  const wanted = save.isPending ? (save.variables[setting] as Choice<Name>) : undefined
  return {
    member,
    isError,
    refetch,
    chosen: wanted ?? member?.[setting] ?? usual,
    save,
    choose: (value: Choice<Name>, onSaved?: () => void) => {
      if (!save.isPending) save.mutate({ [setting]: value }, { onSuccess: () => onSaved?.(), onError })
    },
  }
}
