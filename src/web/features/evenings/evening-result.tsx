import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Evening } from '#shared/api/evenings.ts'
import { paths } from '#shared/paths.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { PosterMark } from '#web/features/films/poster-mark.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { logDialog } from '#web/features/logs/dialog/log-dialog.ts'
import { Card } from '#web/features/security/card.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useSession } from '#web/lib/session.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { markWatchedMutation, repeatEveningMutation } from './evenings.api.ts'
import styles from './evenings.module.css'
import { Leave } from './leave.tsx'
import { OnServices } from './on-services.tsx'

type Found = NonNullable<Evening['result']>['films'][number]

/** The best films and why, then what was watched. */
export function Result({ evening }: { evening: Evening }) {
  const { t } = useTranslation()
  const session = useSession()
  const queryClient = useQueryClient()
  const again = useMutation(repeatEveningMutation(queryClient, evening.code))
  const watched = useMutation(markWatchedMutation(queryClient, evening.code))
  const { result, isHost } = evening
  const failed = again.error ?? watched.error
  if (!result) return null
  return (
    <>
      {evening.watched ? <Watched film={evening.watched} isMember={session !== null} /> : null}
      <Card title={t('tonight.result.title')}>
        {result.isSecondBest ? <p className={styles.muted}>{t('tonight.result.secondBest')}</p> : null}
        {result.films.length === 0 ? <p className={styles.muted}>{t('tonight.result.none')}</p> : null}
        <ol className={styles.results}>
          {result.films.map((film, at) => (
            <li key={film.id} className={styles.result} data-first={at === 0}>
              <span className={styles.resultPoster}>
                <FilmPoster film={film} sizes="(min-width: 1024px) 192px, 120px" alt="" />
                <PosterMark corner="start">{at + 1}</PosterMark>
              </span>
              <div className={styles.resultText}>
                <Link className={styles.filmTitle} to={paths.film(film.id)}>
                  <FilmTitle film={film} />{' '}
                  <span className={styles.fact}>
                    {[
                      yearOf(film.release_date),
                      film.runtime > 0 ? t('film.minutes', { count: film.runtime }) : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </Link>
                <Why film={film} />
                <OnServices services={film.services} />
                {isHost && film.id !== evening.watched?.id ? (
                  <Button
                    variant={at === 0 && !evening.watched ? 'primary' : 'secondary'}
                    size="sm"
                    busy={watched.isPending && watched.variables === film.id}
                    aria-label={t('tonight.result.watchedNamed', { title: film.title })}
                    onClick={() => watched.mutate(film.id)}
                  >
                    {t('tonight.result.watched')}
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </ol>
        {result.films.some(({ services }) => services.length > 0) ? (
          <p className={styles.fact}>{t('streaming.credit')}</p>
        ) : null}
        {failed ? <InlineError text={failureText(failed, 'common.notDone')} /> : null}
        <div className={styles.acts}>
          {isHost ? (
            <Button variant="secondary" busy={again.isPending} onClick={() => again.mutate()}>
              {t('tonight.result.again')}
            </Button>
          ) : null}
          <Leave code={evening.code} />
        </div>
      </Card>
      {session ? null : <KeepDiary />}
    </>
  )
}

/** What spoke for it, in numbers that name nobody. */
function Why({ film }: { film: Found }) {
  const { t } = useTranslation()
  const counts = [
    film.yes > 0 ? t('tonight.result.yes', { count: film.yes }) : null,
    film.fine > 0 ? t('tonight.result.fine', { count: film.fine }) : null,
    film.no > 0 ? t('tonight.result.no', { count: film.no }) : null,
  ].filter((part) => part !== null)
  return (
    <p className={styles.muted}>
      {counts.join(' · ')}
      {film.no === 0 ? ` · ${t('tonight.result.nobody')}` : ''}
      {film.wanted > 0 ? (
        <>
          <br />
          {t('tonight.wanted', { count: film.wanted })}
        </>
      ) : null}
    </p>
  )
}

/** Everybody logs for themselves. */
function Watched({ film, isMember }: { film: NonNullable<Evening['watched']>; isMember: boolean }) {
  const { t } = useTranslation()
  return (
    <Card title={t('tonight.watched.title')}>
      <div className={styles.result}>
        <span className={styles.resultPoster}>
          <FilmPoster film={film} sizes="(min-width: 1024px) 192px, 120px" alt="" />
        </span>
        <div className={styles.resultText}>
          <span className={styles.filmTitle}>
            <FilmTitle film={film} />
          </span>
          {isMember ? (
            <Button onClick={() => logDialog.open({ ...film, year: yearOf(film.release_date) })}>
              {t('tonight.watched.log')}
            </Button>
          ) : (
            <p className={styles.muted}>{t('tonight.watched.guest')}</p>
          )}
        </div>
      </div>
    </Card>
  )
}

function KeepDiary() {
  const { t } = useTranslation()
  return (
    <Card title={t('tonight.diary.title')}>
      <p className={styles.muted}>{t('tonight.diary.text')}</p>
      <Link className={buttonClass('secondary')} to={paths.signup()}>
        {t('tonight.diary.action')}
      </Link>
    </Card>
  )
}
