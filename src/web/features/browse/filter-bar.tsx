import { useTranslation } from '#web/i18n/index.ts'
import { ListboxSelect } from '#web/ui/fields/listbox-select.tsx'
import type { Filter, Toggle } from './filters.ts'
import styles from './filters.module.css'

interface FilterBarProps {
  filters: readonly Filter[]
  toggles: readonly Toggle[]
}

/** All filters side by side; each is used as soon as something is chosen. */
export function FilterBar({ filters, toggles }: FilterBarProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar} role="group" aria-label={t('browse.filter')}>
      <div className={styles.row}>
        {filters.map((filter) => (
          <FilterSelect key={filter.name} filter={filter} />
        ))}
      </div>
      <div className={styles.row}>
        <ToggleButtons toggles={toggles} />
      </div>
    </div>
  )
}

function FilterSelect({ filter: { label, many, options, chosen, choose } }: { filter: Filter }) {
  const { t } = useTranslation()
  const labels = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label)
  const choices = labels.join(t('film.genreSeparator'))
  return (
    <ListboxSelect
      label={choices === '' ? label : t('browse.chosen', { filter: label, choices })}
      text={choices || label}
      options={options}
      chosen={chosen}
      many={many}
      onChange={choose}
      marked={chosen.length > 0}
    />
  )
}

export function ToggleButtons({ toggles }: { toggles: readonly Toggle[] }) {
  return toggles.map(({ name, label, isOn, flip }) => (
    <button key={name} type="button" className={styles.option} aria-pressed={isOn} onClick={flip}>
      {label}
    </button>
  ))
}
