import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { listStarters, type FilmItem } from '#shared/api/films.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { pickerDebounceMs } from '#web/features/films/films.api.ts'
import { SeenMark } from '#web/features/films/poster-mark.tsx'
import { FoundFilms } from '#web/features/films/found-films.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { StarInput } from '#web/ui/ratings/star-input.tsx'
import type { ChosenFilm, useChosenFilms } from './chosen-films.ts'
import styles from './welcome.module.css'

type Film = ChosenFilm['film']

const startersQuery = {
  queryKey: ['films', 'starters'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listStarters, { signal }),
  staleTime: Infinity,
}

interface FilmsStepProps {
  chosen: Pick<ReturnType<typeof useChosenFilms>, 'films' | 'toggle'>
  /** The film that was tapped last. */
  onTap: (film: Film, isChosen: boolean) => void
}

/** Well-known films to choose from, and a search for all the others. */
export function FilmsStep({ chosen, onTap }: FilmsStepProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { query } = useSettledQuery(text, pickerDebounceMs)
  const starters = useQuery(startersQuery)
  const isChosen = (id: number) => chosen.films.some(({ film }) => film.id === id)
  const tap = (film: Film) => {
    chosen.toggle(film)
    onTap(film, !isChosen(film.id))
  }
  // What a search brought stands with the others.
  const known = new Set(starters.data?.map(({ id }) => id))
  const found = chosen.films.flatMap(({ film }) => (known.has(film.id) ? [] : [film]))
  const grid = (films: readonly Film[]) => (
    <ul className={styles.grid}>
      {films.map((film, at) => (
        <li key={film.id}>
          <FilmChoice film={film} chosen={isChosen(film.id)} eager={at < 6} onPress={() => tap(film)} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label={t('filmSearch.label')}
          placeholder={t('filmSearch.placeholder')}
          clearLabel={t('search.clear')}
          value={text}
          onChange={setText}
          maxLength={100}
        />
      </form>
      {query !== '' ? (
        <FoundFilms query={query} skeleton={<SkeletonGrid count={12} columns={3} />}>
          {(films: FilmItem[]) => grid(films)}
        </FoundFilms>
      ) : starters.data ? (
        grid([...found, ...starters.data])
      ) : starters.isError ? (
        <LoadFailed text={t('suggestions.failed')} onRetry={starters.refetch} />
      ) : (
        <div className={styles.loading} aria-busy="true">
          <SkeletonGrid count={30} />
        </div>
      )}
    </>
  )
}

interface FilmChoiceProps {
  film: Film
  chosen: boolean
  eager: boolean
  onPress: () => void
}

function FilmChoice({ film, chosen, eager, onPress }: FilmChoiceProps) {
  const { t } = useTranslation()
  const year = yearOf(film.release_date)
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={chosen}
      aria-label={year === '' ? film.title : t('film.titleYear', { title: film.title, year })}
      className={styles.film}
      onClick={onPress}
    >
      <FilmPoster film={film} sizes="(min-width: 1024px) 136px, 31vw" alt="" eager={eager} />
      {chosen ? <SeenMark /> : null}
    </button>
  )
}

interface StarTrayProps {
  chosen: ChosenFilm
  onRate: (rating: number) => void
}

/** Stars for the film that was tapped last. */
export function StarTray({ chosen: { film, rating }, onRate }: StarTrayProps) {
  const { t, locale } = useTranslation()
  return (
    <div className={styles.tray}>
      <span className={styles.trayPoster}>
        <FilmPoster film={film} sizes="44px" alt="" />
      </span>
      <div className={styles.trayStars}>
        <FilmTitle film={film} className={styles.trayTitle} />
        <StarInput
          compact
          value={rating}
          onChange={onRate}
          labels={{
            slider: t('log.rating'),
            decrease: t('log.ratingDown'),
            increase: t('log.ratingUp'),
            clear: t('log.ratingClear'),
            valueText: (value) => (value === 0 ? t('log.unrated') : t('common.stars', { value })),
            figure: (value) => formatNumber(value, locale, 1),
          }}
        />
      </div>
    </div>
  )
}
