import { reasonsOf, type ReportKind, type ReportReason } from '#shared/moderation.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Radio } from '#web/ui/fields/radio.tsx'
import styles from './moderation.module.css'

interface ReasonChoiceProps {
  kind: ReportKind
  value: ReportReason | null
  onChange: (reason: ReportReason) => void
  /** Said where none is chosen although one has to be. */
  error?: string | undefined
}

/** The reasons of a kind, a row each. */
export function ReasonChoice({ kind, value, onChange, error }: ReasonChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.reasons} aria-invalid={error ? true : undefined}>
      <legend className={styles.legend}>{t('moderation.report.why')}</legend>
      {reasonsOf[kind].map((reason) => (
        <Radio
          key={reason}
          name="reason"
          value={reason}
          checked={value === reason}
          onChange={() => onChange(reason)}
        >
          <span>{t(`moderation.reasons.${reason}`)}</span>
        </Radio>
      ))}
      {error ? (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
