import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { posterIdentity } from '#shared/drawn-posters.ts'
import { ApiError } from '#web/lib/api.ts'
import { defaultPoster, pictureUrl, posterSource } from '#web/lib/pictures.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { alert } from '#web/ui/overlays/alert.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { PictureChoice } from '#web/ui/actions/picture-choice.tsx'
import { Poster } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { choosePosterMutation, filmPostersQuery } from './posters.api.ts'
import styles from './poster-chooser.module.css'

interface PosterChooserProps {
  userId: string
  film: Pick<FilmPage, 'id' | 'poster' | 'posterOverride'>
  onClose: () => void
}

/** That one is an alert. */
const isNotApproved = (error: Error) => error instanceof ApiError && error.code === 'poster.not_approved'

/** Names a poster, the same for every size of its address. */
const sizeless = (poster: string) => posterIdentity(pictureUrl(poster, 'original'))

/**
 * The member's own poster for a film, out of those that the film source has.
 */
export function PosterChooser({ userId, film, onClose }: PosterChooserProps) {
  const { t } = useTranslation()
  const posters = useQuery(filmPostersQuery(film.id))
  /** None until one is pressed; the current poster is only marked. */
  const [choice, setChoice] = useState<string | null>(null)
  const choose = useExclusiveMutation(choosePosterMutation(useQueryClient(), userId, film.id))
  const shown = film.posterOverride ?? film.poster
  const current = posters.data?.find((path) => shown !== null && sizeless(path) === sizeless(shown))
  const chosen = choice ?? current ?? null

  const confirm = () => {
    if (choice === null) return
    choose.mutate(choice, {
      onSuccess: onClose,
      onError: (error) => {
        if (isNotApproved(error))
          void alert({ title: errorText(error, 'posters.failed'), okLabel: t('common.ok') })
      },
    })
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('posters.title')}
      size="lg"
      footer={
        <div className={styles.footer}>
          {choose.isError && !isNotApproved(choose.error) ? (
            <InlineError text={errorText(choose.error, 'posters.failed')} />
          ) : null}
          <Button
            className={styles.confirm}
            disabled={choice === null}
            busy={choose.isPending}
            onClick={confirm}
          >
            {t('posters.confirm')}
          </Button>
        </div>
      }
    >
      {posters.isPending ? (
        <PosterSkeletons />
      ) : !posters.data ? (
        <LoadFailed error={posters.error} onRetry={posters.refetch} />
      ) : posters.data.length === 0 ? (
        <EmptyState drawing="strip" text={t('posters.empty')} />
      ) : (
        <Posters
          paths={posters.data}
          chosen={chosen}
          onChoose={(path) => {
            if (choose.isRunning()) return
            choose.reset()
            setChoice(path)
          }}
        />
      )}
    </Sheet>
  )
}

interface PostersProps {
  paths: readonly string[]
  chosen: string | null
  onChoose: (path: string) => void
}

function Posters({ paths, chosen, onChoose }: PostersProps) {
  const { t, locale } = useTranslation()
  const name = useId()
  return (
    <fieldset>
      <legend>
        <VisuallyHidden>{t('posters.group')}</VisuallyHidden>
      </legend>
      <div className={styles.posters}>
        {paths.map((path, at) => (
          <PictureChoice
            key={path}
            name={name}
            value={path}
            label={t('posters.option', { n: at + 1 })}
            checked={path === chosen}
            onChoose={() => onChoose(path)}
          >
            <Poster
              {...posterSource([path], { sizes: '(min-width: 600px) 150px, 30vw', language: locale })}
              fallback={defaultPoster}
              alt=""
              eager={at < 6}
            />
          </PictureChoice>
        ))}
      </div>
    </fieldset>
  )
}

function PosterSkeletons() {
  return (
    <div className={styles.posters} aria-busy="true">
      <LoadingStatus />
      {Array.from({ length: 6 }, (_, at) => (
        <Skeleton key={at} className={styles.poster} height="auto" radius="var(--radius-poster)" />
      ))}
    </div>
  )
}
