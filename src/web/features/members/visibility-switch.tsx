import { ProfileSwitch } from '#web/features/edit-profile/profile-switch.tsx'
import { useTranslation } from '#web/i18n/index.ts'

/** Whether search engines may list what a member made public on the web. */
export function SearchEnginesSwitch({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  return (
    <ProfileSwitch
      memberId={memberId}
      setting="searchEngines"
      usual={false}
      label={t('settings.searchEngines.label')}
      hint={t('settings.searchEngines.hint')}
    />
  )
}

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
    />
  )
}
