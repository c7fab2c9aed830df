import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { paths } from '#shared/paths.ts'
import { BackdropGrid, BackdropSkeletons } from '#web/features/films/backdrop-grid.tsx'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { filmQuery, pickerDebounceMs, type FilmPage } from '#web/features/films/films.api.ts'
import { FoundFilms } from '#web/features/films/picker/found-films.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { backdropSource, defaultBackdrop, pictureUrl } from '#web/lib/pictures.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Backdrop } from '#web/ui/pictures/picture.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './backdrop-chooser.module.css'
import { backdropHistoryState, type BackdropHistoryState } from './backdrop-history-state.ts'
import { readProfileDraft, writeProfileDraft } from './profile-draft.ts'

/** The number of a film in the address, or null. */
export function filmIdOf(address: URLSearchParams): number | null {
  const id = Number(address.get('film'))
  return Number.isInteger(id) && id > 0 ? id : null
}

/**
 * Looks for a film, then chooses one of its backdrops.
 * Search and film are in the address.
 */
export function BackdropChooser({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const location = useLocation()
  const { fromForm, steps } = backdropHistoryState(location.state)
  const [address, setAddress] = useSearchParams()
  const filmId = filmIdOf(address)
  const asked = address.get('q') ?? ''
  const [text, setText] = useState(asked)
  const { query } = useSettledQuery(text, pickerDebounceMs)
  const { data: member } = useQuery(memberQuery(userId))
  const [kept] = useState(() => readProfileDraft(sessionStorage, userId).backdrop)
  const current = kept === undefined ? (member?.profileBackdrop ?? member?.backdrop ?? null) : kept
  const [choice, setChoice] = useState<{ filmId: number; path: string } | null>(null)
  const film = useQuery({ ...filmQuery(filmId ?? 0), enabled: filmId !== null })
  const backdrops = filmId === null ? undefined : film.data?.backdrops
  const chosen =
    choice !== null && choice.filmId === filmId
      ? choice.path
      : (backdrops?.find((path) => pictureUrl(path, 'original') === current) ?? null)

  const withQuery = (id: number | null) => {
    const next = new URLSearchParams()
    if (query !== '') next.set('q', query)
    if (id !== null) next.set('film', String(id))
    return next
  }

  useEffect(() => {
    if (query === asked) return
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (query === '') next.delete('q')
        else next.set('q', query)
        return next
      },
      { replace: true, state: { fromForm, steps }, preventScrollReset: true },
    )
  }, [query, asked, fromForm, steps, setAddress])

  const results = useRef<HTMLDivElement>(null)
  const lastFilm = useRef(filmId)
  useEffect(() => {
    const before = lastFilm.current
    lastFilm.current = filmId
    // Back among the results: on the film one had opened.
    if (filmId === null && before !== null)
      results.current?.querySelector<HTMLElement>(`[data-film="${before}"]`)?.focus()
  }, [filmId])

  const toForm = () => {
    if (fromForm) void navigate(-steps - 1)
    else void navigate(paths.editProfile(), { replace: true })
  }

  const onBack = () => {
    if (filmId === null) toForm()
    else if (steps > 0) void navigate(-1)
    else setAddress(withQuery(null), { replace: true, state: { fromForm, steps } })
  }

  const done = () => {
    if (chosen === null) return
    const draft = readProfileDraft(sessionStorage, userId)
    writeProfileDraft(sessionStorage, userId, { ...draft, backdrop: pictureUrl(chosen, 'original') })
    toForm()
  }

  return (
    <>
      <TopBar
        title={t('backdrop.title')}
        onBack={onBack}
        action={
          <Button size="sm" disabled={chosen === null} onClick={done}>
            {t('backdrop.done')}
          </Button>
        }
      />
      <div className={styles.page} data-step={filmId === null ? 'films' : 'backdrops'}>
        <div ref={results} className={styles.search}>
          <form role="search" className={styles.box} onSubmit={(event) => event.preventDefault()}>
            <SearchField
              label={t('backdrop.label')}
              placeholder={t('filmSearch.placeholder')}
              clearLabel={t('search.clear')}
              value={text}
              onChange={setText}
              maxLength={100}
            />
          </form>
          {query === '' ? null : (
            <BackdropResults
              query={query}
              filmId={filmId}
              linkTo={(id) => ({
                to: { search: withQuery(id).toString() },
                // Another film beside the open one takes its place.
                state: { fromForm, steps: filmId === null ? steps + 1 : steps },
                replace: filmId !== null,
              })}
            />
          )}
        </div>
        {filmId !== null ? (
          <FilmBackdrops
            key={filmId}
            film={film.data}
            isPending={film.isPending}
            onRetry={() => void film.refetch()}
            chosen={chosen}
            onChoose={(path) => setChoice({ filmId, path })}
          />
        ) : (
          <div className={styles.waiting} data-start={query === ''}>
            <EmptyState drawing="strip" text={t(query === '' ? 'backdrop.start' : 'backdrop.waiting')} />
          </div>
        )}
      </div>
    </>
  )
}

interface FilmBackdropsProps {
  film: Pick<FilmPage, 'title' | 'backdrops'> | undefined
  isPending: boolean
  onRetry: () => void
  /** The raw path of the chosen one. */
  chosen: string | null
  onChoose: (path: string) => void
}

/** One film's backdrops, best first, of which one can be chosen. */
function FilmBackdrops({ film, isPending, onRetry, chosen, onChoose }: FilmBackdropsProps) {
  const { t } = useTranslation()
  const name = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The results may be out of sight now; on a first visit the browser's own focus stays.
    if (document.activeElement?.closest('main a, main h1')) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <section aria-labelledby={`${name}-title`} aria-busy={isPending}>
      <h2 ref={heading} id={`${name}-title`} tabIndex={-1} className={styles.heading}>
        {film ? <FilmTitle film={film} /> : isPending ? <Skeleton width="12rem" height="1.5rem" /> : null}
        {film ? null : <VisuallyHidden>{t('backdrop.group')}</VisuallyHidden>}
      </h2>
      {isPending ? (
        <BackdropSkeletons count={4} />
      ) : film && film.backdrops.length > 0 ? (
        <BackdropGrid backdrops={film.backdrops} chosen={chosen} onChoose={onChoose} />
      ) : film ? (
        <EmptyState drawing="strip" text={t('search.noResults')} />
      ) : (
        <LoadFailed text={t('search.noResults')} onRetry={onRetry} />
      )}
    </section>
  )
}

interface BackdropResultsProps {
  query: string
  /** The film whose backdrops are shown. */
  filmId: number | null
  /** The address of a film's backdrops, and how to get there. */
  linkTo: (filmId: number) => { to: { search: string }; state: BackdropHistoryState; replace: boolean }
}

/** The films found that have a backdrop. */
function BackdropResults({ query, filmId, linkTo }: BackdropResultsProps) {
  return (
    <FoundFilms
      query={query}
      filter={hasBackdrop}
      skeleton={<BackdropSkeletons className={styles.films} count={8} />}
    >
      {(films, areOlder) => (
        <ul className={styles.films} data-older={areOlder}>
          {films.map((film, at) => (
            <li key={film.id} className={styles.film}>
              <Link
                {...linkTo(film.id)}
                className={styles.link}
                data-film={film.id}
                aria-current={film.id === filmId ? 'true' : undefined}
              >
                <Backdrop
                  {...backdropSource(film.backdrop_path)}
                  fallback={defaultBackdrop}
                  sizes="(min-width: 1024px) 180px, (min-width: 600px) 30vw, 46vw"
                  eager={at < 6}
                />
                <span className={styles.caption}>
                  <FilmTitle film={film} className={styles.title} />{' '}
                  <span className={styles.year}>{yearOf(film.release_date) || '\u00a0'}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </FoundFilms>
  )
}

const hasBackdrop = ({ backdrop_path }: FilmItem) => backdrop_path !== null
