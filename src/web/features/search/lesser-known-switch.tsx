import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/index.ts'
import { updateProfileMutation } from '#web/features/edit-profile/edit-profile.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

/** Whether one's searches show little-known films always. Falls back where it could not be saved. */
export function LesserKnownSwitch({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: member } = useQuery(memberQuery(memberId))
  const save = useMutation(updateProfileMutation(queryClient, memberId))
  const saved = member?.lesserKnownFilms ?? false
  return (
    <Switch
      label={t('found.setting')}
      hint={t('found.settingHint')}
      checked={save.isPending ? save.variables.lesserKnownFilms === true : saved}
      disabled={!member}
      onChange={(lesserKnownFilms) => {
        if (save.isPending) return
        save.mutate(
          { lesserKnownFilms },
          {
            onSuccess: () => queryClient.removeQueries({ queryKey: ['search', 'films'] }),
            onError: () => toast.error(t('found.settingFailed')),
          },
        )
      }}
    />
  )
}
