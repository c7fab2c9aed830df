import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Row, Rows, RowTexts } from '#web/ui/layout/rows.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { changeRefusal, refusedQuery } from './proposals.api.ts'
import styles from './refused-films.module.css'

interface RefusedFilmsProps {
  memberId: string
  open: boolean
  onClose: () => void
}

/** The films that the member wants recommended no more, each with the way back. */
export function RefusedFilms({ memberId, open, onClose }: RefusedFilmsProps) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={onClose} title={t('sceneBot.refused.title')}>
      <RefusedList memberId={memberId} onLeave={onClose} />
    </Sheet>
  )
}

function RefusedList({ memberId, onLeave }: { memberId: string; onLeave: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const top = useRef<HTMLDivElement>(null)
  const { data, isPending, error, refetch } = useQuery(refusedQuery(memberId))
  const again = useMutation({
    mutationKey: ['scene-bot', 'refused'],
    mutationFn: (filmId: number | null) => changeRefusal(queryClient, memberId, { filmId, refused: false }),
    onSuccess: (_, filmId) => {
      queryClient.setQueryData(refusedQuery(memberId).queryKey, (now) => ({
        films: filmId === null ? [] : (now?.films.filter(({ id }) => id !== filmId) ?? []),
      }))
      // The button that was pressed is gone.
      top.current?.focus({ preventScroll: true })
    },
    onError: failureToast('common.notDone'),
  })
  const recommend = (filmId: number | null) => {
    if (!again.isPending) again.mutate(filmId)
  }
  if (isPending) return <LoadingRows count={3} height="4.5rem" />
  if (!data) return <LoadFailed small error={error} onRetry={refetch} />
  if (data.films.length === 0)
    return (
      <div ref={top} tabIndex={-1} className={styles.top}>
        <EmptyState small drawing="curtain" text={t('sceneBot.refused.empty')} />
      </div>
    )
  return (
    <OnlineOnly label={t('sceneBot.refused.title')}>
      <div ref={top} tabIndex={-1} className={styles.top}>
        <p className={styles.hint}>{t('sceneBot.refused.hint')}</p>
        <Rows>
          {data.films.map((film) => (
            <Row key={film.id}>
              <span className={styles.poster}>
                <FilmPoster film={film} sizes="44px" alt="" />
              </span>
              <RowTexts
                name={
                  <Link to={paths.film(film.id)} onClick={onLeave}>
                    <FilmTitle film={film} />
                  </Link>
                }
                fact={film.year ?? undefined}
              />
              <Button
                variant="secondary"
                size="sm"
                aria-label={t('sceneBot.refused.againNamed', { title: film.title })}
                busy={again.isPending && again.variables === film.id}
                onClick={() => recommend(film.id)}
              >
                {t('sceneBot.refused.again')}
              </Button>
            </Row>
          ))}
        </Rows>
        {data.films.length > 1 ? (
          <Button
            className={styles.all}
            variant="secondary"
            busy={again.isPending && again.variables === null}
            onClick={() => recommend(null)}
          >
            {t('sceneBot.refused.all')}
          </Button>
        ) : null}
      </div>
    </OnlineOnly>
  )
}
