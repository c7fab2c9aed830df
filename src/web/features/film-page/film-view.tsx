import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Play, VideoOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmGrid, yearOf } from '#web/features/films/film-grid.tsx'
import { filmQuery, type FilmPage } from '#web/features/films/films.api.ts'
import { rememberOpened } from '#web/features/films/lately-opened.ts'
import { FilmActions } from '#web/features/logs/film-actions.tsx'
import { FilmEditor } from '#web/features/logs/editor/film-editor.tsx'
import { FilmLog } from '#web/features/logs/film-log.tsx'
import { ReviewCard } from '#web/features/logs/review-card.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { errorText } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { useMember } from '#web/lib/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Backdrop } from '#web/ui/picture.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { CastList, DirectorsSection } from './credits.tsx'
import { FilmFriends } from './film-friends.tsx'
import { FilmHeader, FilmHeaderSkeleton, wideScreen } from './film-header.tsx'
import styles from './film-view.module.css'
import { WhereToWatch } from './where-to-watch.tsx'

/** Actors named in the header. */
const starring = 4

const PosterChooser = lazy(async () => ({
  default: (await import('./poster-chooser.tsx')).PosterChooser,
}))

interface FilmViewProps {
  filmId: number
  onBack: () => void
}

/** A film's page. */
export function FilmView({ filmId, onBack }: FilmViewProps) {
  const { t } = useTranslation()
  const { data: film, error, isPending, refetch } = useQuery(filmQuery(filmId))
  usePageTitle(film?.title ?? '')
  return (
    <>
      <TopBar
        overlay={film !== undefined || isPending}
        title={film ? <bdi>{film.title}</bdi> : t(isPending ? 'common.loading' : 'film.title')}
        backLabel={t('common.back')}
        onBack={onBack}
      />
      {film ? (
        <Film film={film} />
      ) : isPending ? (
        <FilmSkeleton />
      ) : (
        <div className={styles.failed}>
          <LoadFailed
            error={error}
            unknown={t('errors.film.not_found')}
            text={errorText(error, 'errorPage.title')}
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
  const wide = useMediaQuery(wideScreen)
  const [logging, setLogging] = useState(false)
  useEffect(() => rememberOpened({ ...film, year: yearOf(film.release_date) }), [film])
  return (
    <div className={styles.page}>
      <FilmHeader film={film} posterAction={film.sourceMissing ? null : <ChangePoster film={film} />}>
        <FilmActions film={film} onLog={() => setLogging(true)} />
      </FilmHeader>
      <div className={styles.body}>
        <div className={styles.overview}>
          <FilmLog film={film} />
          {film.sourceMissing ? <p className={styles.note}>{t('film.sourceMissing')}</p> : null}
          <FilmOverview film={film} />
          {wide ? null : <DirectorsSection directors={film.directors} />}
          <Section title={t('film.starring')}>
            {film.cast.length > 0 ? (
              <CastList cast={film.cast.slice(0, starring)} variant="row" />
            ) : (
              <p className={styles.none}>{t('film.noCast')}</p>
            )}
          </Section>
        </div>
        <div className={styles.side}>
          <FilmFriends film={film} />
          <Section title={t('film.trailer')}>
            <Trailer film={film} />
          </Section>
        </div>
        <div className={styles.reviews}>
          <PopularReviews film={film} />
        </div>
        <div className={styles.tabs}>
          <FilmTabs film={film} />
        </div>
      </div>
      {member ? (
        <FilmEditor film={film} member={member} logging={logging} onClose={() => setLogging(false)} />
      ) : null}
    </div>
  )
}

function ChangePoster({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const member = useMember()
  const [open, setOpen] = useState(false)
  if (!member) return null
  return (
    <>
      <button
        type="button"
        className={styles.changePoster}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ImagePlus aria-hidden="true" size={20} />
        <span className={styles.changePosterLabel}>{t('film.changePoster')}</span>
      </button>
      {open ? (
        <Suspense fallback={null}>
          <PosterChooser userId={member._id} film={film} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

type OverviewFilm = Pick<FilmPage, 'tagline' | 'overview' | 'overviewCredit'>

function FilmOverview({ film }: { film: OverviewFilm }) {
  const { t } = useTranslation()
  return (
    <Section title={t('film.overview')}>
      {film.tagline === '' ? null : (
        <p className={styles.tagline} dir="auto">
          {film.tagline}
        </p>
      )}
      {film.overview === '' ? (
        <p className={styles.filmOverviewNone}>{t('film.overviewMissing')}</p>
      ) : (
        <p className={styles.text} dir="auto">
          {film.overview}
        </p>
      )}
      {film.overviewCredit === null ? null : (
        <p className={styles.credit}>
          <a href={film.overviewCredit.url} target="_blank" rel="noreferrer">
            {t('film.overviewCredit', { text: film.overviewCredit.text })}
          </a>
        </p>
      )}
    </Section>
  )
}

const tabs = ['cast', 'similar', 'where'] as const

/** Full Cast, Similar Films, Where to Watch; what is chosen is in the address. */
function FilmTabs({ film }: { film: Pick<FilmPage, 'cast' | 'similar' | 'providers'> }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const tab = tabs.find((known) => known === address.get('tab')) ?? 'cast'
  const region = /^[A-Z]{2}$/.exec(address.get('region') ?? '')?.[0] ?? null
  const setChoice = (name: 'tab' | 'region', value: string) =>
    setAddress(
      (now) => {
        now.set(name, value)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Tabs
      label={t('film.details')}
      value={tab}
      onChange={(next) => setChoice('tab', next)}
      tabs={tabs.map((value) => ({ value, label: t(`film.tabs.${value}`) }))}
    >
      <div className={styles.panel}>
        {tab === 'cast' ? (
          film.cast.length > 0 ? (
            <CastList cast={film.cast} variant="grid" />
          ) : (
            <EmptyState drawing="seats" text={t('film.noCast')} small />
          )
        ) : tab === 'similar' ? (
          film.similar.length > 0 ? (
            <FilmGrid films={film.similar} variant="captions" />
          ) : (
            <EmptyState drawing="strip" text={t('film.similarEmpty')} small />
          )
        ) : (
          <WhereToWatch
            providers={film.providers}
            region={region}
            onRegion={(next) => setChoice('region', next)}
          />
        )}
      </div>
    </Tabs>
  )
}

/** A film's page while it loads, in the size that it will have. */
function FilmSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.page} aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
      <FilmHeaderSkeleton />
      <div className={styles.body}>
        <div className={styles.overview}>
          <SectionSkeleton lines={['100%', '94%', '60%']} />
          <div className={styles.skeletonSection}>
            <Skeleton width="7rem" height="1.5rem" />
            <div className={styles.skeletonPeople}>
              {Array.from({ length: 4 }, (_, at) => (
                <Skeleton
                  key={at}
                  className={styles.skeletonPerson}
                  height="auto"
                  radius="var(--radius-full)"
                />
              ))}
            </div>
          </div>
        </div>
        <div className={styles.side}>
          <SectionSkeleton lines={['80%']} />
          <SectionSkeleton lines={['100%', '90%']} />
        </div>
        <div className={styles.reviews}>
          <div className={styles.skeletonSection}>
            <Skeleton width="10rem" height="1.5rem" />
            <Skeleton height="9rem" radius="var(--radius-card)" />
            <Skeleton height="9rem" radius="var(--radius-card)" />
          </div>
        </div>
      </div>
    </div>
  )
}

function SectionSkeleton({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles.skeletonSection}>
      <Skeleton width="8rem" height="1.5rem" />
      {lines.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

/** The address of the player; only hosts that the content policy lets in a frame. */
function playerUrl({ key, site }: NonNullable<FilmPage['trailer']>): string | null {
  if (site === 'YouTube')
    return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(key)}?autoplay=1`
  if (site === 'Vimeo') return `https://player.vimeo.com/video/${encodeURIComponent(key)}?autoplay=1`
  return null
}

/** Nothing is asked of the video host before the member presses play. */
export function Trailer({ film }: { film: Pick<FilmPage, 'trailer' | 'backdrop_path' | 'title'> }) {
  const { t } = useTranslation()
  const [playing, setPlaying] = useState(false)
  const url = film.trailer === null ? null : playerUrl(film.trailer)
  if (film.trailer === null || url === null) {
    return (
      <p className={styles.trailerNone}>
        <VideoOff aria-hidden="true" size={20} />
        {t('film.noTrailer')}
      </p>
    )
  }
  if (playing) {
    return (
      <iframe
        className={styles.frame}
        src={url}
        title={t('film.playTrailer', { title: film.title })}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is another origin and needs its own
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
      />
    )
  }
  return (
    <button
      type="button"
      className={styles.poster}
      aria-label={t('film.playTrailer', { title: film.title })}
      onClick={() => setPlaying(true)}
    >
      <Backdrop {...backdropSource(film.backdrop_path)} fallback={defaultBackdrop} alt="" />
      <span className={styles.play} aria-hidden="true">
        <Play size={28} fill="currentColor" />
      </span>
    </button>
  )
}

const shown = 3

/** The most liked reviews of a film; all of them are a screen of their own. */
function PopularReviews({ film }: { film: Pick<FilmPage, 'id' | 'popularReviews'> }) {
  const { t } = useTranslation()
  const reviews = film.popularReviews.slice(0, shown)
  return (
    <Section
      title={t('film.reviews')}
      action={reviews.length > 0 ? <Link to={paths.filmReviews(film.id)}>{t('film.allReviews')}</Link> : null}
    >
      {reviews.length > 0 ? (
        <ul className={styles.list}>
          {reviews.map((log) => (
            <li key={log._id}>
              <ReviewCard log={log} />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.popularNone}>{t('film.reviewsEmpty')}</p>
      )}
    </Section>
  )
}
