import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { CastList } from '#web/features/films/cast-list.tsx'
import { FilmHeader, FilmHeaderSkeleton } from '#web/features/films/film-header.tsx'
import { FilmTabs } from '#web/features/films/film-tabs.tsx'
import { filmQuery, type FilmPage } from '#web/features/films/films.api.ts'
import { Trailer } from '#web/features/films/trailer.tsx'
import { FilmActions } from '#web/features/logs/film-actions.tsx'
import { FilmLog } from '#web/features/logs/film-log.tsx'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { ReviewCard } from '#web/features/logs/review-card.tsx'
import { errorText } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { loaderQueryClient } from '#web/lib/query-client.ts'
import { useMember, type SessionUser } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FailedState } from '#web/ui/failed-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './film.module.css'

/** Specification 2, section 9. */
const starring = 4
const shownReviews = 3

const loadEditor = () => import('#web/features/logs/log-editor.tsx')
const LogEditor = lazy(async () => ({ default: (await loadEditor()).LogEditor }))

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const editedLog = new URL(args.request.url).searchParams.get('logId')
  return prefetch(
    queryClient.prefetchQuery(filmQuery(Number(args.params['id']))),
    ...(editedLog === null ? [] : [queryClient.prefetchQuery(logQuery(editedLog))]),
  )
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const { id } = useParams()
  const { data: film, error, isPending, refetch } = useQuery(filmQuery(Number(id)))
  usePageTitle(film?.title ?? '')
  return (
    <>
      <TopBar
        overlay={film !== undefined || isPending}
        title={film ? <bdi>{film.title}</bdi> : ''}
        backLabel={t('common.back')}
        onBack={back}
      />
      {film ? (
        <Film key={film.id} film={film} />
      ) : isPending ? (
        <FilmSkeleton />
      ) : (
        <div className={styles.failed}>
          <FailedState
            text={errorText(error, 'errorPage.title')}
            retryLabel={t('common.tryAgain')}
            onRetry={refetch}
          />
        </div>
      )}
    </>
  )
}

function Film({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const member = useMember()
  const [logging, setLogging] = useState(false)
  useEffect(() => {
    // Also on a connection that is gone by the time the member wants to write.
    loadEditor().catch(() => undefined)
  }, [])
  return (
    <>
      <FilmHeader film={film}>
        <FilmActions film={film} onLog={() => setLogging(true)} />
      </FilmHeader>
      <div className={styles.body}>
        <div className={styles.overview}>
          <FilmLog film={film} />
          {film.sourceMissing ? <p className={styles.note}>{t('film.sourceMissing')}</p> : null}
          <Section title={t('film.overview')}>
            <p className={styles.text} dir="auto">
              {film.overview || t('film.overviewMissing')}
            </p>
            {film.overviewCredit === null ? null : (
              <p className={styles.credit}>
                <a href={film.overviewCredit.url} target="_blank" rel="noreferrer">
                  {t('film.overviewCredit', { text: film.overviewCredit.text })}
                </a>
              </p>
            )}
          </Section>
          <Section title={t('film.director')}>
            {film.directors.length > 0 ? (
              <ul className={styles.directors}>
                {film.directors.map((director) => (
                  <li key={director.id}>
                    <bdi>{director.name}</bdi>
                  </li>
                ))}
              </ul>
            ) : (
              <p className={styles.none}>{t('film.noDirector')}</p>
            )}
          </Section>
          <Section title={t('film.starring')}>
            {film.cast.length > 0 ? (
              <CastList cast={film.cast.slice(0, starring)} variant="row" />
            ) : (
              <p className={styles.none}>{t('film.noCast')}</p>
            )}
          </Section>
        </div>
        <div className={styles.side}>
          <Section title={t('film.friends')}>
            {film.friends.length > 0 ? (
              <ul className={styles.friends}>
                {film.friends.map((friend) => (
                  <li key={friend._id}>
                    <Link className={styles.friend} to={paths.profile(friend._id)}>
                      <Avatar src={avatarUrl(friend.avatar)} size={44} alt={friend.username} />
                    </Link>
                  </li>
                ))}
              </ul>
            ) : (
              <p className={styles.none}>{t('film.friendsEmpty')}</p>
            )}
          </Section>
          <Section title={t('film.trailer')}>
            <Trailer film={film} />
          </Section>
        </div>
        <div className={styles.reviews}>
          <Section title={t('film.reviews')}>
            {film.popularReviews.length > 0 ? (
              <ul className={styles.reviewList}>
                {film.popularReviews.slice(0, shownReviews).map((log) => (
                  <li key={log._id}>
                    <ReviewCard log={log} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className={styles.none}>{t('film.reviewsEmpty')}</p>
            )}
          </Section>
        </div>
        <div className={styles.tabs}>
          <FilmTabs film={film} />
        </div>
      </div>
      {member ? (
        <Editor film={film} member={member} logging={logging} onClose={() => setLogging(false)} />
      ) : null}
    </>
  )
}

interface EditorProps {
  film: FilmPage
  member: SessionUser
  logging: boolean
  onClose: () => void
}

/** The editor of a new log, or of the one that the address names (`?edit=1&logId=`). */
function Editor({ film, member, logging, onClose }: EditorProps) {
  const [search, setSearch] = useSearchParams()
  const editedLog = search.get('edit') === '1' ? search.get('logId') : null
  const { data: log } = useQuery({ ...logQuery(editedLog ?? ''), enabled: editedLog !== null })
  const editable = editedLog !== null && log?.user._id === member._id && log.tmdbId === film.id ? log : null
  if (!logging && editable === null) return null
  const close = () => {
    onClose()
    if (editedLog === null) return
    setSearch(
      (now) => {
        now.delete('edit')
        now.delete('logId')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return (
    <Suspense fallback={null}>
      <LogEditor
        key={editable?._id ?? 'new'}
        userId={member._id}
        film={{
          id: film.id,
          title: film.title,
          poster: film.posterOverride ?? film.poster,
          backdrop: film.backdrop_path,
          isFavorite: film.isFavorite,
        }}
        {...(editable ? { log: editable } : {})}
        onClose={close}
      />
    </Suspense>
  )
}

function FilmSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
      <FilmHeaderSkeleton />
      <div className={styles.body}>
        <div className={styles.overview}>
          <Skeleton height="8rem" />
          <Skeleton height="6rem" />
        </div>
      </div>
    </div>
  )
}
