import { useQueryClient } from '@tanstack/react-query'
import { ProfileSwitch } from '#web/features/edit-profile/profile-switch.tsx'
import { useTranslation } from '#web/i18n/index.ts'

/** Whether one's searches show little-known films always. */
export function LesserKnownSwitch({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return (
    <ProfileSwitch
      memberId={memberId}
      setting="lesserKnownFilms"
      usual={false}
      label={t('found.setting')}
      hint={t('found.settingHint')}
      onSaved={() => queryClient.removeQueries({ queryKey: ['search', 'films'] })}
    />
  )
}
