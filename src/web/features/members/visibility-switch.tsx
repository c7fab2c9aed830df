import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/index.ts'
import { updateProfileMutation } from '#web/features/edit-profile/edit-profile.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { memberQuery } from './members.api.ts'

/** Whether a member is shown to those who do not follow them yet. Falls back where it could not be saved. */
export function VisibilitySwitch({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { data: member, isError, refetch } = useQuery(memberQuery(memberId))
  const save = useMutation(updateProfileMutation(useQueryClient(), memberId))
  if (!member && isError) return <LoadFailed text={t('suggestions.failed')} onRetry={refetch} />
  const saved = member?.discoverable ?? true
  return (
    <Switch
      label={t('settings.visibility.label')}
      hint={t('settings.visibility.hint')}
      checked={save.isPending ? save.variables.discoverable === true : saved}
      disabled={!member}
      onChange={(discoverable) => {
        if (!save.isPending)
          save.mutate({ discoverable }, { onError: () => toast.error(t('settings.visibility.failed')) })
      }}
    />
  )
}
