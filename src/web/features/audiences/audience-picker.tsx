import { audiences, commonAudiences, type Audience, type CommonAudience } from '#shared/audience.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { AudienceIcon } from './audience-mark.tsx'
import styles from './audiences.module.css'

interface AudiencePickerProps<Value extends Audience> {
  /** Read out. */
  label: string
  value: Value
  onChange: (audience: Value) => void
}

interface PickerProps<Value extends Audience> extends AudiencePickerProps<Value> {
  of: readonly Value[]
}

function Picker<Value extends Audience>({ label, value, onChange, of }: PickerProps<Value>) {
  const { t } = useTranslation()
  return (
    <span className={styles.picker}>
      <AudienceIcon audience={value} size={18} />
      <Select
        label={label}
        value={value}
        onChange={onChange}
        options={of.map((audience) => ({ value: audience, label: t(`audiences.names.${audience}`) }))}
      />
    </span>
  )
}

/** Whom something is for. */
export const AudiencePicker = (props: AudiencePickerProps<CommonAudience>) => (
  <Picker {...props} of={commonAudiences} />
)

/** The same of a list, which can be for whoever has its address. */
export const ListAudiencePicker = (props: AudiencePickerProps<Audience>) => (
  <Picker {...props} of={audiences} />
)
