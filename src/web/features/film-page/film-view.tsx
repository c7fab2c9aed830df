import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, MessageSquareText, Users } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmGrid, yearOf } from '#web/features/films/film-grid.tsx'
import { filmQuery, peekFilm, type CachedFilm, type FilmPage } from '#web/features/films/films.api.ts'
import { rememberOpened } from '#web/features/films/picker/lately-opened.ts'
import { FilmActions } from '#web/features/logs/film-actions.tsx'
import { FilmEditor } from '#web/features/logs/editor/film-editor.tsx'
import { FilmLog } from '#web/features/logs/film-log.tsx'
import { ReviewCard } from '#web/features/logs/review/review-card.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { FindFilms } from '#web/features/paging/ways-on.tsx'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation, withTexts, type Translate } from '#web/i18n/index.ts'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { ClampedText } from '#web/ui/layout/clamped-text.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { QuietLine } from '#web/ui/feedback/quiet-line.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { CastList, DirectorsSection } from './credits.tsx'
import { FilmCollection, FilmFacts } from './film-facts.tsx'
import { FilmHeader, FilmHeaderSkeleton, wideScreen } from './film-header.tsx'
import { FilmRatings } from './film-ratings.tsx'
import page from '#web/ui/layout/page.module.css'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import styles from './film-view.module.css'
import { useFilmRegion } from './region.ts'
import { TrailerSection } from './trailer.tsx'
import { WhereToWatch } from './where-to-watch.tsx'

/** Actors named in the header. */
const starring = 4

const PosterChooser = onDemand(
  async () => (await withTexts(import('./poster-chooser.tsx'), 'app')).PosterChooser,
)

interface FilmViewProps {
  filmId: number
  onBack: () => void
}

/** A film's page. */
export function FilmView({ filmId, onBack }: FilmViewProps) {
  const { t } = useTranslation()
  const { data: film, error, isPending, refetch } = useQuery(filmQuery(filmId))
  const known = useKnownFilm(filmId, isPending)
  const title = film?.title ?? known?.title
  usePageTitle(title ?? (isPending ? '' : t('film.title')))
  const { search, state } = useLocation()
  // Films that turned out to be one: the old number leads to the one that stays.
  if (film && film.id !== filmId)
    return <Navigate replace to={{ pathname: paths.film(film.id), search }} state={state} />
  return (
    <>
      <TopBar
        overlay={film !== undefined || isPending}
        title={
          title === undefined ? (
            t(isPending ? 'common.loading' : 'film.title')
          ) : (
            <FilmTitle film={film ?? { title }} />
          )
        }
        onBack={onBack}
      />
      {film ? (
        <Film film={film} />
      ) : isPending ? (
        <FilmSkeleton known={known} />
      ) : (
        <div className={page.failed}>
          <LoadFailed
            error={error}
            unknown={t('errors.film.not_found')}
            wayOn={<FindFilms />}
            onRetry={refetch}
          />
        </div>
      )}
    </>
  )
}

/** What other answers say of the film while its own is on its way. */
function useKnownFilm(filmId: number, isPending: boolean): CachedFilm | null {
  const queryClient = useQueryClient()
  return useMemo(() => (isPending ? peekFilm(queryClient, filmId) : null), [isPending, queryClient, filmId])
}

function Film({ film }: { film: FilmPage }) {
  const member = useMember()
  const wide = useMediaQuery(wideScreen)
  const [logging, setLogging] = useState(false)
  const choice = useFilmRegion(film)
  useEffect(() => rememberOpened({ ...film, year: yearOf(film.release_date) }), [film])
  return (
    <>
      <FilmHeader
        film={film}
        region={choice}
        posterAction={film.sourceMissing ? null : <ChangePoster film={film} />}
        overview={wide ? <FilmOverview film={film} /> : null}
      >
        <FilmActions film={film} onLog={() => setLogging(true)} />
      </FilmHeader>
      <div className={styles.body}>
        <div className={styles.main}>
          <FilmLog film={film} />
          {film.sourceMissing ? <SourceNote isDown={film.sourceDown} /> : null}
          {wide ? null : (
            <>
              <FilmRatings film={film} />
              <FilmOverview film={film} />
            </>
          )}
          {film.sourceDown ? null : (
            <>
              {wide ? null : <DirectorsSection directors={film.directors} />}
              <Starring cast={film.cast} />
              {wide ? null : (
                <>
                  <TrailerSection film={film} />
                  <FilmFacts film={film} choice={choice} />
                </>
              )}
            </>
          )}
          <PopularReviews film={film} />
          {film.collection === null ? null : <FilmCollection film={film} />}
        </div>
        {wide ? (
          <div className={styles.rail}>
            <FilmRatings film={film} />
            {film.sourceDown ? null : <TrailerSection film={film} />}
            <FilmFacts film={film} choice={choice} />
          </div>
        ) : null}
        {film.sourceDown ? null : (
          <div className={styles.tabs}>
            <FilmTabs film={film} />
          </div>
        )}
      </div>
      {member ? (
        <FilmEditor film={film} member={member} logging={logging} onClose={() => setLogging(false)} />
      ) : null}
    </>
  )
}

/** Why only what Scene itself remembers is shown. */
function SourceNote({ isDown }: { isDown: boolean }) {
  const { t } = useTranslation()
  return <Banner>{t(isDown ? 'filmFacts.sourceDown' : 'film.sourceMissing')}</Banner>
}

function Starring({ cast }: Pick<FilmPage, 'cast'>) {
  const { t } = useTranslation()
  if (cast.length === 0)
    return <QuietLine title={t('film.starring')} icon={<Users size={16} />} text={t('film.noCast')} />
  return (
    <Section title={t('film.starring')}>
      <CastList cast={cast.slice(0, starring)} variant="row" />
    </Section>
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
      {open ? <PosterChooser userId={member._id} film={film} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const overviewLines = 5

/** The encyclopedia is named in the member's language, any other source as it words it itself. */
const creditOf = ({ text, url }: NonNullable<FilmPage['overviewCredit']>, t: Translate) =>
  /^https?:\/\/[\w-]+\.wikipedia\.org\//.test(url) ? t('film.wikipedia') : text

type OverviewFilm = Pick<FilmPage, 'tagline' | 'taglineLang' | 'overview' | 'overviewLang' | 'overviewCredit'>

function FilmOverview({ film }: { film: OverviewFilm }) {
  const { t } = useTranslation()
  return (
    <Section title={t('film.overview')}>
      {film.tagline === '' ? null : (
        <p className={styles.tagline} lang={film.taglineLang} dir="auto">
          {film.tagline}
        </p>
      )}
      {film.overview === '' ? (
        <p className={styles.filmOverviewNone}>{t('film.overviewMissing')}</p>
      ) : (
        <ClampedText
          className={styles.text}
          text={film.overview}
          lines={overviewLines}
          moreLabel={t('common.readMore')}
          lessLabel={t('review.readLess')}
        >
          <span lang={film.overviewLang}>{film.overview}</span>
        </ClampedText>
      )}
      {film.overviewCredit === null ? null : (
        <p className={styles.credit}>
          <a href={film.overviewCredit.url} target="_blank" rel="noreferrer">
            {t('film.overviewCredit', { text: creditOf(film.overviewCredit, t) })}
          </a>
        </p>
      )}
    </Section>
  )
}

const tabs = ['cast', 'similar', 'where'] as const

/** Full Cast, Similar Films, Where to Watch; what is chosen is in the address. */
function FilmTabs({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const tab = tabs.find((known) => known === search.get('tab')) ?? 'cast'
  return (
    <Tabs
      label={t('film.details')}
      value={tab}
      onChange={(tab) => choose({ tab })}
      tabs={tabs.map((value) => ({ value, label: t(`film.tabs.${value}`) }))}
    >
      <div className={styles.panel}>
        {tab === 'cast' ? (
          film.cast.length > 0 ? (
            <CastList cast={film.cast} variant="grid" />
          ) : (
            <p className={styles.none}>{t('film.noCast')}</p>
          )
        ) : tab === 'similar' ? (
          film.similar.length > 0 ? (
            <FilmGrid films={film.similar} variant="captions" />
          ) : (
            <p className={styles.none}>{t('film.similarEmpty')}</p>
          )
        ) : (
          <WhereToWatch film={film} onRegion={(region) => choose({ region })} />
        )}
      </div>
    </Tabs>
  )
}

/** A film's page while it loads, in the size that it will have. */
function FilmSkeleton({ known }: { known: CachedFilm | null }) {
  return (
    <div aria-busy="true">
      <LoadingStatus />
      <FilmHeaderSkeleton known={known} />
      <div className={styles.body}>
        <div className={styles.main}>
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
          <div className={styles.skeletonSection}>
            <Skeleton width="10rem" height="1.5rem" />
            <Skeleton height="9rem" radius="var(--radius-card)" />
            <Skeleton height="9rem" radius="var(--radius-card)" />
          </div>
        </div>
        <div className={styles.rail}>
          <Skeleton height="14rem" radius="var(--radius-card)" />
        </div>
      </div>
    </div>
  )
}

const shown = 3

/** The most liked reviews of a film; all of them are a screen of their own. */
function PopularReviews({ film }: { film: Pick<FilmPage, 'id' | 'popularReviews'> }) {
  const { t } = useTranslation()
  const reviews = film.popularReviews.slice(0, shown)
  if (reviews.length === 0)
    return (
      <QuietLine
        title={t('film.reviews')}
        icon={<MessageSquareText size={16} />}
        text={t('film.reviewsEmpty')}
      />
    )
  return (
    <Section
      title={t('film.reviews')}
      action={<Link to={paths.filmReviews(film.id)}>{t('film.allReviews')}</Link>}
    >
      <ul className={styles.list}>
        {reviews.map((log) => (
          <li key={log._id}>
            <ReviewCard log={log} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
