import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filmQuery, type FilmPage } from '#web/features/films/films.api.ts'
import { FilmActions } from '#web/features/logs/film-actions.tsx'
import { FilmEditor } from '#web/features/logs/film-editor.tsx'
import { FilmLog } from '#web/features/logs/film-log.tsx'
import { PopularReviews } from '#web/features/logs/popular-reviews.tsx'
import { errorText } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Section } from '#web/ui/section.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { CastList, DirectorsSection } from './credits.tsx'
import { FilmFriends } from './film-friends.tsx'
import { FilmHeader, wideScreen } from './film-header.tsx'
import { FilmSkeleton } from './film-skeleton.tsx'
import { FilmTabs } from './film-tabs.tsx'
import { Trailer } from './trailer.tsx'
import styles from './film-view.module.css'

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
