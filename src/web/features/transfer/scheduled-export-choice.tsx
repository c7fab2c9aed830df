import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { exportRhythms } from '#shared/api/members.ts'
import { updateProfileMutation } from '#web/features/edit-profile/edit-profile.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './download-everything.module.css'

/** How often an export is made by itself; nothing where the operator has none made. Falls back where it was not saved. */
export function ScheduledExportChoice({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { data: member } = useQuery(memberQuery(memberId))
  const save = useMutation(updateProfileMutation(useQueryClient(), memberId))
  const { exportDelivery: delivery = 'off', scheduledExport: saved = 'never' } = member ?? {}
  if (delivery === 'off') return null
  return (
    <div className={styles.box}>
      <p className={styles.text}>{t(`transfer.export.byItself.${delivery}`)}</p>
      <ToggleGroup
        label={t('transfer.export.byItself.label')}
        value={(save.isPending ? save.variables.scheduledExport : undefined) ?? saved}
        onChange={(scheduledExport) => {
          if (save.isPending) return
          save.mutate(
            { scheduledExport },
            { onError: () => toast.error(t('transfer.export.byItself.notSaved')) },
          )
        }}
        options={exportRhythms.map((value) => ({ value, label: t(`transfer.export.byItself.${value}`) }))}
      />
    </div>
  )
}
