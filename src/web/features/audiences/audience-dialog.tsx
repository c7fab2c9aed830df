import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { commonAudiences, type Audience, type CommonAudience } from '#shared/audience.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Radio } from '#web/ui/fields/radio.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './audiences.module.css'

interface AudienceDialogProps<Answer> {
  /** What it is. */
  title: string
  present: Audience
  mutation: UseMutationOptions<Answer, Error, CommonAudience>
  onClose: () => void
}

/** Whom one thing is for: a choice is saved at once. */
export function AudienceDialog<Answer>({ title, present, mutation, onClose }: AudienceDialogProps<Answer>) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const change = useMutation(mutation)
  const shown = change.isPending ? change.variables : present
  const choose = (audience: CommonAudience) => {
    if (change.isPending || audience === present) return
    change.mutate(audience, { onSuccess: () => toast.success(t('audiences.saved')) })
  }
  return (
    <Sheet open onClose={onClose} title={title}>
      <fieldset className={styles.choices} disabled={!isOnline}>
        <legend className={styles.hint}>{t('audiences.label')}</legend>
        {commonAudiences.map((audience) => (
          <Radio
            key={audience}
            name="audience"
            checked={audience === shown}
            onChange={() => choose(audience)}
          >
            {t(`audiences.names.${audience}`)}
          </Radio>
        ))}
      </fieldset>
      {isOnline ? null : <p className={styles.hint}>{t('common.offline')}</p>}
      {change.error ? <InlineError text={failureText(change.error, 'common.notDone')} /> : null}
    </Sheet>
  )
}
