import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { Fragment, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { useKeyDown } from '#web/lib/keyboard.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { yearOf } from '../film-grid.tsx'
import { useFilmMark } from '../film-marks.api.ts'
import { FilmPoster } from '../film-poster.tsx'
import { FilmTitle, OtherTitle } from '../film-title.tsx'
import { filmSearchQuery, foundFilms, pickerDebounceMs } from '../films.api.ts'
import { FoundFilms } from './found-films.tsx'
import styles from './film-picker.module.css'

export interface FilmChoosing {
  onChoose: (film: FilmItem) => void
  /** What a choice does to a film, beside each; the viewer's own mark stands there when not given. */
  action?: string
  /** Films that are there already: shown, not to be chosen again. */
  isAdded?: (filmId: number) => boolean
}

interface FilmPickerProps extends FilmChoosing {
  /** The name of the box and of its list of results. */
  label: string
  /** What the box asks for when it opens. */
  initial?: string | undefined
  /** Said without a network instead of searching. */
  offline?: string
  /** In the place of what is found, before anything is typed. */
  start: ReactNode
}

/**
 * A box that finds films as the search screen does, in rows of which one is chosen: by a press, or by the arrow keys and
 * Enter while the box keeps the focus. The arrows lead over the rows that fold others as well.
 */
export function FilmPicker({ label, initial = '', offline, start, ...choosing }: FilmPickerProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const [text, setText] = useState(initial)
  const { query } = useSettledQuery(text, pickerDebounceMs)
  const first = foundFilms(useInfiniteQuery(filmSearchQuery(query)).data)?.films[0]?.id
  const [wanted, setWanted] = useState<number>()
  const active = wanted ?? first
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()
  const optionId = (filmId: number | undefined) => (filmId === undefined ? undefined : `${listId}-${filmId}`)
  const searches = query !== '' && (online || offline === undefined)

  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  useKeyDown(box, (event) => {
    const { key, target } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const field = box.current?.querySelector('input')
    const isFold = target instanceof HTMLButtonElement && target.ariaExpanded !== null
    if (!box.current || !field || event.isComposing || (target instanceof HTMLButtonElement && !isFold))
      return
    const stops = [...box.current.querySelectorAll<HTMLElement>('[role="option"], button[aria-expanded]')]
    const at = stops.findIndex((stop) => (isFold ? stop === target : stop.id === optionId(active)))
    if (key === 'Enter' && !isFold) stops[at]?.click()
    else if (step !== 0) {
      const next = stops[at + step]
      const filmId = Number(next?.dataset['found'])
      if (filmId) setWanted(filmId)
      if (next instanceof HTMLButtonElement) next.focus()
      else field.focus()
    } else return
    event.preventDefault()
  })

  return (
    <div ref={box} className={styles.search}>
      <form role="search" className={styles.box} onSubmit={(event) => event.preventDefault()}>
        <SearchField
          role="combobox"
          aria-expanded={searches && first !== undefined}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={searches ? optionId(active) : undefined}
          label={label}
          placeholder={t('filmSearch.placeholder')}
          clearLabel={t('search.clear')}
          value={text}
          onChange={(next) => {
            setText(next)
            setWanted(undefined)
          }}
          maxLength={100}
          data-autofocus=""
        />
      </form>
      {online || offline === undefined ? null : <p className={styles.note}>{offline}</p>}
      {searches ? (
        <FoundFilms query={query} skeleton={<RowSkeletons />}>
          {(films, areOlder) => (
            <div
              id={films[0]?.id === first ? listId : undefined}
              role="listbox"
              aria-label={label}
              className={styles.list}
              data-older={areOlder}
            >
              {films.map((film) => (
                <FilmOption
                  key={film.id}
                  id={optionId(film.id)}
                  film={film}
                  selected={film.id === active}
                  {...choosing}
                />
              ))}
            </div>
          )}
        </FoundFilms>
      ) : (
        start
      )}
    </div>
  )
}

interface FilmOptionProps extends FilmChoosing {
  id: string | undefined
  film: FilmItem
  selected: boolean
}

const directorsNamed = 2

function FilmOption({ id, film, selected, onChoose, action, isAdded }: FilmOptionProps) {
  const { t } = useTranslation()
  const { seen, rating } = useFilmMark(film.id)
  const added = isAdded?.(film.id) ?? false
  const directors = film.directedBy?.slice(0, directorsNamed) ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box that owns the list has the keys
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={added || undefined}
      tabIndex={-1}
      className={styles.row}
      data-found={film.id}
      onClick={() => onChoose(film)}
    >
      <span className={styles.poster}>
        <FilmPoster film={film} sizes="44px" alt="" eager />
        {seen && action !== undefined ? (
          <span className={styles.seen}>
            <Check aria-hidden="true" size={12} strokeWidth={3} />
          </span>
        ) : null}
      </span>
      <span className={styles.texts}>
        <FilmTitle film={film} className={styles.title} />{' '}
        <OtherTitle film={film} className={styles.second} />{' '}
        <span className={styles.facts}>
          {yearOf(film.release_date)}
          {directors.map((name) => (
            <Fragment key={name}>
              {' · '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </span>
      </span>{' '}
      {added ? (
        <span className={styles.action}>
          <Check aria-hidden="true" size={20} />
          {t('filmSearch.added')}
        </span>
      ) : action !== undefined ? (
        <span className={styles.action}>
          {seen ? <VisuallyHidden>{t('seen.seen')} </VisuallyHidden> : null}
          {isAdded ? <Plus aria-hidden="true" size={20} /> : null}
          {action}
        </span>
      ) : seen ? (
        <span className={styles.mark}>
          {t('seen.seen')}{' '}
          <StarRating value={rating} label={rating === null ? '' : t('poster.yours', { value: rating })} />
        </span>
      ) : null}
    </div>
  )
}

function RowSkeletons() {
  return (
    <div className={styles.list} aria-hidden="true">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="2.75rem" height="4.125rem" />
          <Skeleton width="60%" />
        </div>
      ))}
    </div>
  )
}
