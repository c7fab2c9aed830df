import { useTranslation } from '#web/i18n/index.ts'
import { setShortcutsOn, useShortcutsOn } from '#web/lib/shortcuts.ts'
import { Switch } from '#web/ui/fields/switch.tsx'

/** Whether single keys do something, on this device. */
export function ShortcutsSwitch() {
  const { t } = useTranslation()
  return (
    <Switch
      label={t('shortcuts.title')}
      hint={t('shortcuts.hint')}
      checked={useShortcutsOn()}
      onChange={setShortcutsOn}
    />
  )
}
