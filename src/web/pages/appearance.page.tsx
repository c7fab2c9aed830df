import { AppearanceView } from '#web/features/settings/appearance-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'

export function Component() {
  return (
    <SettingsScreen part="appearance">
      <AppearanceView />
    </SettingsScreen>
  )
}
