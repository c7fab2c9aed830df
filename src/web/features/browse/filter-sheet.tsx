import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmChoices } from '#shared/film-choices.ts'
import { foldText } from '#shared/matching/fold.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { browseQuery, type FilmValues } from './browse.api.ts'
import { ToggleButtons } from './filter-bar.tsx'
import { useFilters, type Filter } from './filters.ts'
import styles from './filters.module.css'

interface FilterSheetProps {
  open: boolean
  onClose: () => void
  choices: FilmChoices
  values: FilmValues | undefined
  onChoose: (choices: FilmChoices) => void
}

/** All filters one under the other, used together when the sheet is left by its button. */
export function FilterSheet({ open, onClose, choices, values, onChoose }: FilterSheetProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(choices)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setDraft(choices)
  }
  const { filters, toggles } = useFilters(draft, values, setDraft)
  const count = useCount(draft, open)
  const show = () => {
    onClose()
    onChoose(draft)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('browse.filters')}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={() => setDraft(choices.sort ? { sort: choices.sort } : {})}>
            {t('browse.clear')}
          </Button>
          <Button onClick={show}>{count === null ? t('browse.showAll') : t('browse.show', { count })}</Button>
        </>
      }
    >
      <div className={styles.groups}>
        <div className={styles.row}>
          <ToggleButtons toggles={toggles} />
        </div>
        {filters.map((filter) => (
          <FilterGroup key={filter.name} filter={filter} />
        ))}
      </div>
    </Sheet>
  )
}

/** Milliseconds. */
const countDelay = 300

/** How many films meet the choices, once they pause; null while it is not known. */
function useCount(choices: FilmChoices, isWanted: boolean): number | null {
  const [settled, setSettled] = useState(choices)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(choices), countDelay)
    return () => clearTimeout(timer)
  }, [choices])
  const { data } = useInfiniteQuery({ ...browseQuery(settled), enabled: isWanted })
  return settled === choices ? (data?.pages[0]?.total ?? null) : null
}

/** The options as buttons; a year out of more than a hundred by the device's own list. */
function FilterGroup({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const { name, label, options, chosen, choose, search } = filter
  if (name === 'year') {
    return (
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{label}</legend>
        <Select
          label={label}
          value={chosen[0] ?? ''}
          onChange={(value) => choose(value === '' ? [] : [value])}
          options={[{ value: '', label: t('browse.any') }, ...options]}
        />
      </fieldset>
    )
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {search === undefined ? (
        <OptionButtons filter={filter} />
      ) : (
        <SearchedOptions filter={filter} search={search} />
      )}
    </fieldset>
  )
}

/** What is shown of very many options. */
const optionsShown = 8

function SearchedOptions({ filter, search }: { filter: Filter; search: string }) {
  const { t } = useTranslation()
  const hint = useId()
  const [text, setText] = useState('')
  const query = foldText(text)
  const found = filter.options.filter(({ label }) => foldText(label).includes(query))
  const chosen = filter.options.filter(({ value }) => filter.chosen.includes(value))
  const shown = [...new Set([...chosen, ...found])].slice(0, optionsShown)
  return (
    <>
      <SearchField
        label={search}
        clearLabel={t('search.clear')}
        value={text}
        onChange={setText}
        maxLength={40}
        aria-describedby={hint}
      />
      <OptionButtons filter={{ ...filter, options: shown }} />
      <p id={hint} className={styles.hint} role="status">
        {found.length > optionsShown ? t('browse.more') : ''}
      </p>
    </>
  )
}

function OptionButtons({ filter: { many, options, chosen, choose } }: { filter: Filter }) {
  return (
    <div className={styles.row}>
      {options.map(({ value, label }) => {
        const isOn = chosen.includes(value)
        const others = chosen.filter((other) => other !== value)
        return (
          <button
            key={value}
            type="button"
            className={styles.option}
            aria-pressed={isOn}
            onClick={() => choose(isOn ? others : many ? [...chosen, value] : [value])}
          >
            {label}
          </button>
        )
      })}
    </div>
  )
}
