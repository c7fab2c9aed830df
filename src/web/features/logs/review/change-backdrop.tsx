import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { BackdropGrid, BackdropSkeletons } from '#web/features/films/backdrop-grid.tsx'
import { filmQuery, type FilmPage } from '#web/features/films/films.api.ts'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { backdropOptions, currentBackdrop, isFromReview } from './backdrop-options.ts'
import { updateLogBackdropMutation, type Log } from '../logs.api.ts'
import page from '#web/ui/layout/page.module.css'
import styles from './change-backdrop.module.css'

interface ChangeBackdropProps {
  log: Pick<Log, '_id' | 'tmdbId' | 'customBackdrop'>
  onBack: () => void
}

/** The author chooses what lies behind a review. */
export function ChangeBackdrop({ log, onBack }: ChangeBackdropProps) {
  const { t } = useTranslation()
  const formId = useId()
  const navigate = useNavigate()
  const { state } = useLocation()
  const film = useQuery(filmQuery(log.tmdbId))
  const change = useExclusiveMutation(updateLogBackdropMutation(useQueryClient(), log._id))
  /** None until one is clicked. */
  const [choice, setChoice] = useState<string | null>(null)

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (choice === null) return
    change.mutate(choice === film.data?.backdrop_path ? '' : choice, {
      onSuccess: () => {
        toast.success(t('review.backdropUpdated'))
        if (isFromReview(state)) void navigate(-1)
        else void navigate(paths.review(log._id), { replace: true })
      },
      onError: () => toast.error(t('review.backdropFailed')),
    })
  }

  return (
    <>
      <TopBar
        title={t('review.changeBackdrop')}
        onBack={onBack}
        action={
          choice === null ? null : (
            <Button type="submit" form={formId} size="sm" busy={change.isPending}>
              {t('backdrop.done')}
            </Button>
          )
        }
      />
      <form id={formId} className={page.page} onSubmit={save} aria-busy={film.isPending}>
        {film.data ? (
          <Choice film={film.data} log={log} choice={choice} onChoose={setChoice} />
        ) : film.isPending ? (
          <BackdropsLoading />
        ) : (
          <LoadFailed error={film.error} onRetry={film.refetch} />
        )}
      </form>
    </>
  )
}

interface ChoiceProps {
  film: FilmPage
  log: Pick<Log, 'customBackdrop'>
  choice: string | null
  onChoose: (path: string) => void
}

function Choice({ film, log, choice, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const backdrops = backdropOptions(film)
  if (backdrops.length === 0) return <EmptyState drawing="strip" text={t('search.noResults')} />
  return (
    <>
      <p className={styles.film}>
        <FilmTitle film={film} />
      </p>
      <BackdropGrid
        backdrops={backdrops}
        chosen={choice ?? currentBackdrop(film, log.customBackdrop)}
        onChoose={onChoose}
        note={(path) => (path === film.backdrop_path ? t('review.ownBackdrop') : null)}
      />
    </>
  )
}

/** The choice while the film, or the review it belongs to, is on its way. */
export function BackdropsLoading() {
  return (
    <>
      <LoadingStatus />
      <p className={styles.film} aria-hidden="true">
        {'\u00a0'}
      </p>
      <BackdropSkeletons count={6} />
    </>
  )
}
