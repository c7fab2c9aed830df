import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { FilmPoster, type TileFilm } from '#web/features/films/film-poster.tsx'
import { pickerDebounceMs } from '#web/features/films/films.api.ts'
import { FoundFilms } from '#web/features/films/found-films.tsx'
import { readLatelyOpened } from '#web/features/films/lately-opened.ts'
import { newestWatchlistedQuery } from '#web/features/shelves/watchlist.api.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { LogEditor } from './editor/log-editor.tsx'
import type { LogWish } from './log-dialog.ts'
import styles from './log-search-dialog.module.css'

interface LogSearchDialogProps {
  userId: string
  wish: LogWish
  onClose: () => void
}

/** Finds a film and logs it in the same place, or logs the one that was wished for. */
export function LogSearchDialog({ userId, wish, onClose }: LogSearchDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<TileFilm | null>(null)
  const searching = wish?.film === null
  if (!searching && chosen) setChosen(null)
  const editor = (film: TileFilm, onBack?: () => void) => (
    <FilmLogEditor key={film.id} userId={userId} film={film} onClose={onClose} onBack={onBack} />
  )
  return (
    <>
      <Sheet
        open={searching}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        title={t('logDialog.title')}
        closeLabel={t('common.close')}
        size="full"
      >
        <LogSearch userId={userId} onChoose={setChosen} />
        {chosen ? editor(chosen, () => setChosen(null)) : null}
      </Sheet>
      {wish?.film ? editor(wish.film) : null}
    </>
  )
}

interface FilmLogEditorProps {
  userId: string
  film: TileFilm
  onClose: () => void
  onBack: (() => void) | undefined
}

function FilmLogEditor({ userId, film, onClose, onBack }: FilmLogEditorProps) {
  const { favourite } = useFilmMark(film.id)
  // As it was when the editor opened: what the member changes is told by comparing with it.
  const [isFavorite] = useState(favourite)
  return (
    <LogEditor
      userId={userId}
      film={{
        id: film.id,
        title: film.title,
        poster: film.posterOverride ?? film.poster,
        backdrop: null,
        isFavorite,
      }}
      onClose={onClose}
      onBack={onBack}
    />
  )
}

interface LogSearchProps {
  userId: string
  onChoose: (film: TileFilm) => void
}

function LogSearch({ userId, onChoose }: LogSearchProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const [text, setText] = useState('')
  const { query } = useSettledQuery(text, pickerDebounceMs)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [active, setActive] = useState(0)
  const showsResults = online && query !== ''
  const optionId = (at: number) => `${listId}-${at}`

  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  const onKeyDown = (event: KeyboardEvent) => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
    if (event.nativeEvent.isComposing || options.length === 0) return
    if (event.key === 'Enter') options[active]?.click()
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.search}>
      <div className={styles.box}>
        <SearchField
          role="combobox"
          aria-expanded={showsResults}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={showsResults ? optionId(active) : undefined}
          label={t('logDialog.title')}
          placeholder={t('filmSearch.placeholder')}
          clearLabel={t('search.clear')}
          value={text}
          onChange={(next) => {
            setText(next)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          maxLength={100}
          data-autofocus=""
        />
      </div>
      {online ? null : <p className={styles.note}>{t('logDialog.offline')}</p>}
      <div ref={list}>
        {showsResults ? (
          <FoundFilms query={query} skeleton={<RowSkeletons />}>
            {(films, areOlder) => (
              <div
                id={listId}
                role="listbox"
                aria-label={t('logDialog.title')}
                className={styles.list}
                data-older={areOlder}
              >
                {films.map(({ id, title, poster, release_date }, at) => (
                  <FoundRow
                    key={id}
                    id={optionId(at)}
                    film={{ id, title, poster, year: yearOf(release_date) }}
                    selected={at === active}
                    onChoose={onChoose}
                  />
                ))}
              </div>
            )}
          </FoundFilms>
        ) : (
          <KnownFilms userId={userId} onChoose={onChoose} />
        )}
      </div>
    </div>
  )
}

interface FoundRowProps {
  id: string
  film: TileFilm
  selected: boolean
  onChoose: (film: TileFilm) => void
}

function FoundRow({ id, film, selected, onChoose }: FoundRowProps) {
  const { t } = useTranslation()
  const { seen, rating } = useFilmMark(film.id)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field that owns the list has the keys
    <div
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={styles.row}
      onClick={() => onChoose(film)}
    >
      <span className={styles.thumbnail}>
        <FilmPoster film={film} sizes="44px" alt="" eager />
      </span>
      <span className={styles.texts}>
        <bdi className={styles.title}>{film.title}</bdi> <span className={styles.year}>{film.year}</span>
      </span>{' '}
      {seen ? (
        <span className={styles.mark}>
          {t('seen.seen')}{' '}
          <StarRating
            value={rating}
            size="sm"
            label={rating === null ? '' : t('poster.yours', { value: rating })}
          />
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

/** What one may have watched, before anything is typed. */
function KnownFilms({ userId, onChoose }: LogSearchProps) {
  const { t } = useTranslation()
  const { data: watchlist, isPending } = useQuery(newestWatchlistedQuery(userId))
  const [opened] = useState(readLatelyOpened)
  const wanted = watchlist?.map(({ tmdbId, title, poster, posterOverride, release_date }) => ({
    id: tmdbId,
    title,
    poster,
    posterOverride,
    year: yearOf(release_date),
  }))
  if (!isPending && !wanted?.length && opened.length === 0)
    return <EmptyState drawing="strip" text={t('filmSearch.start')} />
  return (
    <>
      {isPending || wanted?.length ? (
        <Carousel title={t('logDialog.watchlist')} films={wanted} onChoose={onChoose} />
      ) : null}
      {opened.length > 0 ? (
        <Carousel title={t('logDialog.opened')} films={opened} onChoose={onChoose} />
      ) : null}
    </>
  )
}

interface CarouselProps {
  title: string
  /** Undefined while they load. */
  films: readonly TileFilm[] | undefined
  onChoose: (film: TileFilm) => void
}

const boxes = Array.from({ length: 6 }, (_, at): ReactNode => (
  <li key={at} className={styles.pick}>
    <Skeleton height="9rem" radius="var(--radius-poster)" />
  </li>
))

function Carousel({ title, films, onChoose }: CarouselProps) {
  const { t } = useTranslation()
  const id = useId()
  const cast = useCastings(films ?? [])
  return (
    <section className={styles.section} aria-labelledby={id} aria-busy={films === undefined}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <ul className={styles.carousel}>
        {films?.map((film, at) => (
          <li key={film.id} className={styles.pick}>
            <button
              type="button"
              className={styles.poster}
              aria-label={
                film.year === '' ? film.title : t('film.titleYear', { title: film.title, year: film.year })
              }
              onClick={() => onChoose(film)}
            >
              {cast(at, null, <FilmPoster film={film} sizes="96px" alt="" eager />)}
            </button>
          </li>
        )) ?? boxes}
      </ul>
    </section>
  )
}
