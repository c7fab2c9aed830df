import { defaultSpoilers, spoilerChoices } from '#shared/spoiler-choice.ts'
import { useProfileChoice } from '#web/features/edit-profile/use-profile-choice.ts'
import { SaveNote } from '#web/features/settings/save-note.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import styles from './spoiler-choice.module.css'

/** When spoilers are open without a press. */
export function SpoilerChoice({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { member, chosen, choose, save } = useProfileChoice(memberId, 'spoilers', defaultSpoilers)
  return (
    <fieldset className={styles.choice} disabled={!member}>
      <ToggleGroup
        label={t('spoilers.label')}
        value={chosen}
        onChange={(spoilers) => choose(spoilers)}
        options={spoilerChoices.map((value) => ({ value, label: t(`spoilers.choice.${value}`) }))}
      />
      <SaveNote save={save} />
      <p className={styles.hint}>{t('spoilers.hint')}</p>
    </fieldset>
  )
}
