import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultSpoilers, spoilerChoices } from '#shared/spoiler-choice.ts'
import { updateProfileMutation } from '#web/features/edit-profile/edit-profile.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './spoiler-choice.module.css'

/** When spoilers are open without a press; saved at once. Falls back where it could not be saved. */
export function SpoilerChoice({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { data: member } = useQuery(memberQuery(memberId))
  const save = useMutation(updateProfileMutation(useQueryClient(), memberId))
  const chosen = (save.isPending ? save.variables.spoilers : undefined) ?? member?.spoilers ?? defaultSpoilers
  return (
    <fieldset className={styles.choice} disabled={!member}>
      <ToggleGroup
        label={t('spoilers.label')}
        value={chosen}
        onChange={(spoilers) => {
          if (save.isPending) return
          save.mutate({ spoilers }, { onError: () => toast.error(t('spoilers.failed')) })
        }}
        options={spoilerChoices.map((value) => ({ value, label: t(`spoilers.choice.${value}`) }))}
      />
      <p className={styles.hint}>{t('spoilers.hint')}</p>
      <VisuallyHidden>
        <span role="status">{save.isSuccess ? t('filmTitles.saved') : ''}</span>
      </VisuallyHidden>
    </fieldset>
  )
}
