import { useQuery } from '@tanstack/react-query'
import { useTranslation, type Translate } from '#web/i18n/index.ts'
import type { Locale } from '#shared/locale.ts'
import type { FilmChoiceName, FilmChoices } from '#shared/film-choices.ts'
import { countryNames, filmLanguageNames, genreName } from '#web/features/films/source-names.ts'
import { personQuery } from '#web/features/people/people.api.ts'
import { formatDecade } from '#web/lib/format.ts'
import type { FilmValues } from './browse.api.ts'
import { changedChoices } from './use-film-choices.ts'

export interface FilterOption {
  value: string
  label: string
}

/** One thing that films are chosen by. */
export interface Filter {
  name: FilmChoiceName
  label: string
  /** More than one at once. */
  many: boolean
  options: readonly FilterOption[]
  /** Values of the options. */
  chosen: readonly string[]
  choose: (values: readonly string[]) => void
  /** What a search among very many options is called. */
  search?: string
}

/** What is either chosen or not. */
export interface Toggle {
  name: FilmChoiceName
  label: string
  isOn: boolean
  flip: () => void
}

/** The filters that films can be chosen by, with what is chosen. Nothing of what the source does not know. */
export function useFilters(
  choices: FilmChoices,
  values: FilmValues | undefined,
  onChange: (next: FilmChoices) => void,
): { filters: Filter[]; toggles: Toggle[] } {
  const { t, locale } = useTranslation()
  const change = (what: Parameters<typeof changedChoices>[1]) => onChange(changedChoices(choices, what))

  const one = (
    name: 'decade' | 'year' | 'country' | 'lang' | 'len',
    label: string,
    options: readonly FilterOption[],
    read: (value: string) => string | number,
  ): Filter => ({
    name,
    label,
    many: false,
    options,
    chosen: choices[name] === undefined ? [] : [String(choices[name])],
    choose: ([value]) => change({ [name]: value === undefined ? undefined : read(value) }),
  })
  const several = (name: 'genre' | 'on', label: string, options: readonly FilterOption[]): Filter => ({
    name,
    label,
    many: true,
    options,
    chosen: (choices[name] ?? []).map(String),
    choose: (chosen) => change({ [name]: chosen.map(Number) }),
  })

  const lengths = ['short', 'medium', 'long'] as const
  const services = (values?.providers ?? []).map(({ provider_id, provider_name }) => ({
    value: String(provider_id),
    label: provider_name,
  }))
  const filters = [
    several('genre', t('browse.genre'), genreOptions(values, t)),
    one('decade', t('browse.decade'), decadeOptions(locale), Number),
    one('year', t('browse.year'), yearOptions(), Number),
    {
      ...one('country', t('browse.country'), countryOptions(values, locale, t), String),
      search: t('browse.findCountry'),
    },
    {
      ...one('lang', t('browse.language'), languageOptions(values, locale), String),
      search: t('browse.findLanguage'),
    },
    one(
      'len',
      t('browse.length'),
      lengths.map((value) => ({ value, label: t(`browse.lengths.${value}`) })),
      String,
    ),
    ...(services.length > 0 ? [several('on', t('browse.services'), services)] : []),
  ]
  const { seen, watchlist, friends, lang } = choices
  const toggle = (
    name: FilmChoiceName,
    label: string,
    isOn: boolean,
    value: NonNullable<FilmChoices[FilmChoiceName]>,
  ): Toggle => ({ name, label, isOn, flip: () => change({ [name]: isOn ? undefined : value }) })
  const toggles = [
    toggle('seen', t('browse.unseen'), seen === 'no', 'no'),
    toggle('watchlist', t('browse.watchlist'), watchlist === true, true),
    toggle('friends', t('browse.friends'), friends === true, true),
    toggle('lang', t('browse.arabic'), lang === 'ar', 'ar'),
  ]
  return { filters, toggles }
}

/** One thing that is chosen, and what takes it back. */
export interface Chosen {
  key: string
  label: string
  remove: () => void
}

/** Whose films are chosen; it is chosen where a person is shown. Null for everybody's. */
export function usePersonChoice(choices: FilmChoices, onChange: (next: FilmChoices) => void): Chosen | null {
  const { t } = useTranslation()
  const { person } = choices
  const { data } = useQuery({ ...personQuery(person ?? 0), enabled: person !== undefined })
  if (person === undefined) return null
  return {
    key: `person ${person}`,
    label: data?.name ?? t('people.title'),
    remove: () => onChange(changedChoices(choices, { person: undefined })),
  }
}

/** All that is chosen by filters, in the order of the address. Films in Arabic are named once. */
export function chosenOf({ filters, toggles }: { filters: readonly Filter[]; toggles: readonly Toggle[] }) {
  const ofFilters = filters.flatMap(({ name, options, chosen, choose }) =>
    chosen.map((value): Chosen => ({
      key: `${name} ${value}`,
      label: options.find((option) => option.value === value)?.label ?? value,
      remove: () => choose(chosen.filter((other) => other !== value)),
    })),
  )
  const ofToggles = toggles
    .filter(({ name, isOn }) => isOn && name !== 'lang')
    .map(({ name, label, flip }): Chosen => ({ key: name, label, remove: flip }))
  return [...ofFilters, ...ofToggles]
}

export const genreOptions = (values: FilmValues | undefined, t: Translate): FilterOption[] =>
  (values?.genres ?? []).map((genre) => ({ value: String(genre.id), label: genreName(genre, t) }))

const firstYear = 1900

/** The newest first. */
export function decadeOptions(locale: Locale): FilterOption[] {
  const last = Math.floor(new Date().getFullYear() / 10) * 10
  return Array.from({ length: (last - firstYear) / 10 + 1 }, (_, at) => last - at * 10).map((year) => ({
    value: String(year),
    label: formatDecade(year, locale),
  }))
}

/** Next year's films are known already. */
function yearOptions(): FilterOption[] {
  const last = new Date().getFullYear() + 1
  return Array.from({ length: last - firstYear + 1 }, (_, at) => String(last - at)).map((year) => ({
    value: year,
    label: year,
  }))
}

function byLabel(options: FilterOption[], locale: string): FilterOption[] {
  const { compare } = new Intl.Collator(locale)
  return options.toSorted((a, b) => compare(a.label, b.label))
}

function countryOptions(values: FilmValues | undefined, locale: string, t: Translate): FilterOption[] {
  const nameOf = countryNames(locale, t)
  const options = (values?.countries ?? []).map((value) => ({ value, label: nameOf(value) }))
  return byLabel(options, locale)
}

function languageOptions(values: FilmValues | undefined, locale: string): FilterOption[] {
  const nameOf = filmLanguageNames(locale)
  const options = (values?.languages ?? []).map((value) => ({ value, label: nameOf(value) }))
  return byLabel(options, locale)
}
