import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { FilmPoster, type TileFilm } from '#web/features/films/film-poster.tsx'
import { FilmPicker } from '#web/features/films/picker/film-picker.tsx'
import { readLatelyOpened } from '#web/features/films/picker/lately-opened.ts'
import { newestWatchlistedQuery } from '#web/features/shelves/watchlist.api.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { LogEditor } from '../editor/log-editor.tsx'
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
      <Sheet open={searching} onClose={onClose} title={t('logDialog.title')} size="full">
        <FilmPicker
          label={t('logDialog.title')}
          offline={t('logDialog.offline')}
          start={<KnownFilms userId={userId} onChoose={setChosen} />}
          onChoose={({ id, title, poster, release_date }) =>
            setChosen({ id, title, poster, year: yearOf(release_date) })
          }
        />
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

interface KnownFilmsProps {
  userId: string
  onChoose: (film: TileFilm) => void
}

/** What one may have watched, before anything is typed. */
function KnownFilms({ userId, onChoose }: KnownFilmsProps) {
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
