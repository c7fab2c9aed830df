import { exportRhythms } from '#shared/api/members.ts'
import { useProfileChoice } from '#web/features/edit-profile/use-profile-choice.ts'
import { SaveNote } from '#web/features/settings/save-note.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import styles from './download-everything.module.css'

/** How often an export is made by itself; nothing where the operator has none made. */
export function ScheduledExportChoice({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { member, chosen, choose, save } = useProfileChoice(memberId, 'scheduledExport', 'never')
  const delivery = member?.exportDelivery ?? 'off'
  if (delivery === 'off') return null
  return (
    <div className={styles.box}>
      <p className={styles.text}>{t(`transfer.export.byItself.${delivery}`)}</p>
      <ToggleGroup
        label={t('transfer.export.byItself.label')}
        value={chosen}
        onChange={(rhythm) => choose(rhythm)}
        options={exportRhythms.map((value) => ({ value, label: t(`transfer.export.byItself.${value}`) }))}
      />
      <SaveNote save={save} />
    </div>
  )
}
