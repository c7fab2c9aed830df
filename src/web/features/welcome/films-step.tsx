import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { listStarters, type FilmItem } from '#shared/api/films.ts'
import { useGridCastings } from '#web/features/films/castings.tsx'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { filmQuery, pickerDebounceMs } from '#web/features/films/films.api.ts'
import { SeenMark } from '#web/features/films/poster-mark.tsx'
import { FoundFilms } from '#web/features/films/picker/found-films.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { call } from '#web/lib/api.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { RatingInput } from '#web/features/logs/rating-input.tsx'
import type { ChosenFilm, useChosenFilms } from './chosen-films.ts'
import styles from './welcome.module.css'

type Film = ChosenFilm['film']

const startersQuery = {
  queryKey: ['films', 'starters'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listStarters, { signal }),
  staleTime: Infinity,
}

/** Films that each chosen one brings along: two rows of a phone, one of a desk. */
const alikeEach = 6
/** Chosen films that more are asked for, the newest ones. */
const askedFor = 8

/**
 * Films like those that are chosen, in the order in which they were; each film once, and what is there stays where it
 * is, also when a choice is taken back.
 */
function useAlike(chosen: readonly ChosenFilm[], known: ReadonlySet<number>): readonly Film[] {
  const answers = useQueries({ queries: chosen.slice(-askedFor).map(({ film }) => filmQuery(film.id)) })
  const [alike, setAlike] = useState<{ of: readonly number[]; films: readonly Film[] }>({ of: [], films: [] })
  // None is shown twice: neither of these nor of the films that a search brought.
  const news = answers.find(({ data }) => data && !alike.of.includes(data.id))?.data
  if (news) {
    const shown = new Set([
      ...known,
      ...alike.films.map(({ id }) => id),
      ...chosen.map(({ film }) => film.id),
    ])
    const fresh = news.similar.filter(({ id, poster }) => poster !== null && !shown.has(id))
    setAlike({ of: [...alike.of, news.id], films: [...alike.films, ...fresh.slice(0, alikeEach)] })
  }
  return alike.films
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
  const alike = useAlike(chosen.films, known)
  const shown = new Set([...known, ...alike.map(({ id }) => id)])
  const found = chosen.films.flatMap(({ film }) => (shown.has(film.id) ? [] : [film]))
  const grid = (films: readonly Film[]) => (
    <ChoiceGrid films={films}>
      {(film, at) => (
        <FilmChoice film={film} chosen={isChosen(film.id)} eager={at < 6} onPress={() => tap(film)} />
      )}
    </ChoiceGrid>
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
        grid([...found, ...starters.data, ...alike])
      ) : starters.isError ? (
        <LoadFailed onRetry={starters.refetch} />
      ) : (
        <div className={styles.loading} aria-busy="true">
          <SkeletonGrid count={30} />
        </div>
      )}
    </>
  )
}

interface ChoiceGridProps {
  films: readonly Film[]
  children: (film: Film, at: number) => ReactNode
}

function ChoiceGrid({ films, children }: ChoiceGridProps) {
  const [grid, cast] = useGridCastings(films)
  return (
    <ul ref={grid} className={styles.grid}>
      {films.map((film, at) => (
        <li key={film.id}>{cast(at, children(film, at))}</li>
      ))}
    </ul>
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
  return (
    <div className={styles.tray}>
      <span className={styles.trayPoster}>
        <FilmPoster film={film} sizes="44px" alt="" />
      </span>
      <div className={styles.trayStars}>
        <FilmTitle film={film} className={styles.trayTitle} />
        <RatingInput compact value={rating} onChange={onRate} />
      </div>
    </div>
  )
}
