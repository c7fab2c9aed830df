import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { updateProfileMutation } from './edit-profile.api.ts'

interface ProfileSwitchProps {
  memberId: string
  setting: 'discoverable' | 'lesserKnownFilms' | 'searchEngines'
  /** Shown until the member's choice is known. */
  usual: boolean
  label: string
  hint: string
  /** Said when the choice could not be saved. */
  failed: string
  onSaved?: () => void
}

/** A choice of the member's own, saved at once. Falls back where it could not be saved. */
export function ProfileSwitch({
  memberId,
  setting,
  usual,
  label,
  hint,
  failed,
  onSaved,
}: ProfileSwitchProps) {
  const { data: member, isError, refetch } = useQuery(memberQuery(memberId))
  const save = useMutation(updateProfileMutation(useQueryClient(), memberId))
  if (!member && isError) return <LoadFailed onRetry={refetch} />
  const saved = member?.[setting] ?? usual
  return (
    <Switch
      label={label}
      hint={hint}
      checked={save.isPending ? save.variables[setting] === true : saved}
      disabled={!member}
      onChange={(chosen) => {
        if (save.isPending) return
        save.mutate(
          { [setting]: chosen },
          { onSuccess: () => onSaved?.(), onError: () => toast.error(failed) },
        )
      }}
    />
  )
}
