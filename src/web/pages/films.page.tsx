import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { filmChoiceFields, filmSorts, type FilmChoices } from '#shared/film-choices.ts'
import { readFilmChoices } from '#shared/read-film-choices.ts'
import { paths } from '#shared/paths.ts'
import { browseQuery, filmValuesQuery } from '#web/features/browse/browse.api.ts'
import { ChosenChips } from '#web/features/browse/chosen-chips.tsx'
import { FilmResults } from '#web/features/browse/film-results.tsx'
import { FilterBar } from '#web/features/browse/filter-bar.tsx'
import { FilterSheet } from '#web/features/browse/filter-sheet.tsx'
import { chosenOf, useFilters, usePersonChoice } from '#web/features/browse/filters.ts'
import { changedChoices, existingChoices, useFilmChoices } from '#web/features/browse/use-film-choices.ts'
import { personQuery } from '#web/features/people/people.api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { uniqueResults } from '#web/lib/paged-query.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { focusableHeading } from '#web/ui/layout/focusable-heading.ts'
import { ListboxSelect } from '#web/ui/fields/listbox-select.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from './films.module.css'
import page from '#web/ui/layout/page.module.css'

export { isOtherPath as shouldRevalidate } from '#web/lib/use-address-choice.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const { searchParams } = new URL(args.request.url)
  const { choices } = readFilmChoices((name) => searchParams.get(name))
  return prefetch(
    queryClient.prefetchQuery(filmValuesQuery()),
    queryClient.prefetchInfiniteQuery(browseQuery(choices)),
    ...(choices.person === undefined ? [] : [queryClient.prefetchQuery(personQuery(choices.person))]),
  )
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.search())
  const isWide = useMediaQuery('(min-width: 1024px)')
  const [isFiltering, setFiltering] = useState(false)
  const address = useFilmChoices()
  const { data: values } = useQuery(filmValuesQuery())
  const answer = useInfiniteQuery(browseQuery(address.choices))
  const films = useMemo(() => uniqueResults(answer.data), [answer.data])
  const first = answer.data?.pages[0]
  const unknown = first?.dropped ?? []
  // Nobody has no films, which is said in their place.
  const dropped = [...address.dropped, ...unknown.filter((name) => name !== 'person')]
  const choices = existingChoices(address.choices, dropped, values)
  const filters = useFilters(choices, values, address.choose)
  const person = usePersonChoice(choices, address.choose)
  const people = person ? [person] : []
  const chosen = [...people, ...chosenOf(filters)]
  usePageTitle(t('browse.title'))

  const clear = () => address.choose(choices.sort ? { sort: choices.sort } : {})
  // Where they are in sight, the buttons themselves say what is on.
  const shown = isWide ? [...people, ...chosenOf({ ...filters, toggles: [] })] : chosen
  const chips = <ChosenChips chosen={shown} onClear={clear} />
  const count = (
    <p className={styles.count} role="status">
      {answer.isPending ? t('browse.counting') : <Total total={first?.total ?? null} />}
    </p>
  )
  const sort = <SortSelect choices={choices} onChange={address.choose} />
  return (
    <>
      <TopBar title={t('browse.title')} onBack={back} />
      <div className={page.page}>
        <div className={styles.head}>
          {isWide ? (
            <>
              <div className={styles.line}>
                {count}
                {sort}
              </div>
              <FilterBar {...filters} />
              {chips}
            </>
          ) : (
            <>
              <div className={styles.line}>
                <Button
                  variant="secondary"
                  icon={<SlidersHorizontal size={18} />}
                  aria-haspopup="dialog"
                  onClick={() => setFiltering(true)}
                >
                  {t('browse.filters')}{' '}
                  {chosen.length > 0 ? <span className={styles.number}>{chosen.length}</span> : null}
                </Button>
                {sort}
              </div>
              {chips}
              {count}
              <FilterSheet
                open={isFiltering}
                onClose={() => setFiltering(false)}
                choices={choices}
                values={values}
                onChoose={address.choose}
              />
            </>
          )}
          {dropped.length > 0 ? (
            <Banner
              close={{
                label: t('browse.dismiss'),
                onClose: () => {
                  takeFocus(focusableHeading())
                  address.choose(choices)
                },
              }}
            >
              {t('browse.dropped')}
            </Banner>
          ) : null}
        </div>
        <FilmResults
          key={filmChoiceFields(address.choices).join('&')}
          films={films}
          answer={answer}
          none={
            person && unknown.includes('person')
              ? { text: t('errors.person.not_found'), action: t('browse.everybody'), onAction: person.remove }
              : { text: t('browse.empty'), action: t('browse.removeLast'), onAction: chosen.at(-1)?.remove }
          }
        />
      </div>
    </>
  )
}

/** Nothing where nobody can tell. */
function Total({ total }: { total: number | null }) {
  const { t } = useTranslation()
  return total === null ? null : t('browse.count', { count: total })
}

interface SortSelectProps {
  choices: FilmChoices
  onChange: (choices: FilmChoices) => void
}

function SortSelect({ choices, onChange }: SortSelectProps) {
  const { t } = useTranslation()
  const { sort = 'popular' } = choices
  const text = t('browse.sorted', { sort: t(`browse.sorts.${sort}`) })
  return (
    <ListboxSelect
      label={text}
      text={text}
      options={filmSorts.map((value) => ({ value, label: t(`browse.sorts.${value}`) }))}
      chosen={[sort]}
      onChange={([chosen]) => {
        const next = filmSorts.find((value) => value === chosen)
        // What is chosen already stays.
        if (next) onChange(changedChoices(choices, { sort: next === 'popular' ? undefined : next }))
      }}
    />
  )
}
