import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#shared/paths.ts'
import { pickerDebounce } from '#web/features/films/film-search.api.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { pictureUrl } from '#web/lib/pictures.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { backdropHistoryState } from './backdrop-history-state.ts'
import { BackdropResults } from './backdrop-results.tsx'
import { FilmBackdrops } from './film-backdrops.tsx'
import { readProfileDraft, writeProfileDraft } from './profile-draft.ts'
import styles from './backdrop-chooser.module.css'

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
  const { query } = useSettledQuery(text, pickerDebounce)
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
        backLabel={t('common.back')}
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
            <EmptyState text={t(query === '' ? 'backdrop.start' : 'backdrop.waiting')} />
          </div>
        )}
      </div>
    </>
  )
}
