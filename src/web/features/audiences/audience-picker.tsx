import { ChevronDown } from 'lucide-react'
import { audiences, commonAudiences, type Audience, type CommonAudience } from '#shared/audience.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
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
    <Menu
      label={t('audiences.chosen', { label, audience: t(`audiences.names.${value}`) })}
      className={styles.picker}
      trigger={
        <>
          <AudienceIcon audience={value} size={18} />
          <span className={styles.chosen}>{t(`audiences.names.${value}`)}</span>
          <ChevronDown size={18} aria-hidden="true" />
        </>
      }
      items={of.map((audience) => ({
        label: t(`audiences.names.${audience}`),
        detail: t(`audiences.who.${audience}`),
        icon: <AudienceIcon audience={audience} />,
        checked: audience === value,
        onSelect: () => onChange(audience),
      }))}
    />
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
