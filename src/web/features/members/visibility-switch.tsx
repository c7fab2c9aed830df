import { ProfileSwitch } from '#web/features/edit-profile/profile-switch.tsx'
import { useTranslation } from '#web/i18n/index.ts'

/** Whether a member is shown to those who do not follow them yet. */
export function VisibilitySwitch({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  return (
    <ProfileSwitch
      memberId={memberId}
      setting="discoverable"
      usual
      label={t('settings.visibility.label')}
      hint={t('settings.visibility.hint')}
      failed={t('settings.visibility.failed')}
    />
  )
}
