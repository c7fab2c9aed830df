import { FilmTitle, OtherTitle } from '#web/features/films/film-title.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { countryNames, genreName } from '#web/features/films/source-names.ts'
import type { CachedFilm, FilmPage } from '#web/features/films/films.api.ts'
import { filmPosterSizes, heroSource } from '#web/lib/first-pictures.ts'
import { defaultBackdrop, posterSource, titleLogoSource } from '#web/lib/pictures.ts'
import { preloadPicture } from '#web/lib/preload-picture.ts'
import { getLocale } from '#web/lib/preferences.ts'
import { Hero, HeroSkeleton } from '#web/ui/layout/hero.tsx'
import { usePictureSource } from '#web/ui/pictures/picture-source.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { DirectorsLine } from './credits.tsx'
import styles from './film-header.module.css'
import type { RegionChoice } from './region.ts'

/** Where the directors are among the facts, not in a section of their own. */
export const wideScreen = '(min-width: 1024px)'

interface FilmHeaderProps {
  film: FilmPage
  region: RegionChoice
  /** What can be done with the poster. */
  posterAction: ReactNode
  /** What follows the facts where they stand beside the poster with room below. */
  overview: ReactNode
  /** The actions below the facts, beside them where there is room. */
  children: ReactNode
}

/** Characters from which on a title is set smaller: two of them would fill a phone. */
const longTitle = 60
const veryLongTitle = 160

function Title({ film }: { film: ComponentProps<typeof FilmTitle>['film'] }) {
  const { length } = film.title
  const size = length > veryLongTitle ? 'very-long' : length > longTitle ? 'long' : undefined
  return (
    <p className={styles.title} data-size={size} aria-hidden="true">
      <FilmTitle film={film} />
    </p>
  )
}

/** The title as the film's own artwork writes it, on the backdrop; the title below says the same. */
function TitleLogo({ path }: { path: string }) {
  const { src, srcSet } = titleLogoSource(path)
  const { current, onError } = usePictureSource(src, undefined)
  if (current === null) return null
  return (
    <img sizes={logoSizes} srcSet={srcSet} src={current} alt="" className={styles.logo} onError={onError} />
  )
}

const logoSizes = '(min-width: 1024px) 320px, 180px'

/** Asks for the artwork and the poster, as they will be shown. */
export function preloadHeader(film: FilmPage): void {
  const language = film.titleLang ?? getLocale()
  preloadPicture(heroSource(film.backdrop_path))
  preloadPicture(posterSource([film.posterOverride, film.poster], { sizes: filmPosterSizes, language }))
}

/** Artwork, poster, title and facts. The screen's heading is in the bar above, so the title here is silent. */
export function FilmHeader({ film, region, posterAction, overview, children }: FilmHeaderProps) {
  const wide = useMediaQuery(wideScreen)
  return (
    <>
      <Hero {...heroSource(film.backdrop_path)} fallback={defaultBackdrop} />
      <div className={styles.header}>
        <div className={styles.poster}>
          <FilmPoster film={film} sizes={filmPosterSizes} alt="" eager />
          {posterAction}
        </div>
        <div className={styles.facts}>
          {film.logo_path === null ? null : <TitleLogo path={film.logo_path} />}
          <Title film={film} />
          {film.otherTitle ? (
            <p className={styles.original}>
              <OtherTitle film={film} />
            </p>
          ) : null}
          <Facts film={film} region={region} />
          {wide && !film.sourceDown ? <DirectorsLine directors={film.directors} /> : null}
          {overview}
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </>
  )
}

/** Countries named. */
const maxCountries = 3

/** Year, certification, minutes, countries and genres; what other films share leads to those. */
function Facts({ film, region: { region, local } }: Pick<FilmHeaderProps, 'film' | 'region'>) {
  const { t, locale } = useTranslation()
  const year = yearOf(film.release_date)
  const countryName = countryNames(locale, t)
  const genres = film.genres
    .map((genre) => ({ id: genre.id, name: genreName(genre, t) }))
    .filter(({ name }) => name !== '')
  const facts = [
    year !== '' && (
      <Link key="year" to={paths.films({ year: Number(year) })}>
        {year}
      </Link>
    ),
    local !== undefined && local.certification !== '' && (
      <span key="certification">
        <VisuallyHidden>{t('filmFacts.certification', { region: countryName(region) })} </VisuallyHidden>
        <bdi className={styles.certification}>{local.certification}</bdi>
      </span>
    ),
    film.runtime > 0 && <span key="minutes">{t('film.minutes', { count: film.runtime })}</span>,
    ...film.origin_country.slice(0, maxCountries).map((country) => (
      <Link key={country} to={paths.films({ country })}>
        <bdi>{countryName(country)}</bdi>
      </Link>
    )),
  ].filter((fact) => fact !== false)
  return (
    <>
      <p className={styles.meta}>
        {facts.map((fact, at) => (
          <span key={fact.key}>
            {at > 0 ? (
              <span aria-hidden="true" className={styles.separator}>
                {'· '}
              </span>
            ) : null}
            {fact}{' '}
          </span>
        ))}
      </p>
      {genres.length === 0 ? null : (
        <p className={styles.meta}>
          {genres.map((genre, at) => (
            <span key={genre.id}>
              {at > 0 ? t('film.genreSeparator') : null}
              <Link to={paths.films({ genre: [genre.id] })}>
                <bdi>{genre.name}</bdi>
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** The same while the film loads; a film that was tapped is known by its title and its poster. */
export function FilmHeaderSkeleton({ known }: { known: CachedFilm | null }) {
  return (
    <>
      {known?.backdrop_path ? (
        <Hero {...heroSource(known.backdrop_path)} fallback={defaultBackdrop} />
      ) : (
        <HeroSkeleton />
      )}
      <div className={styles.header}>
        <div className={styles.poster}>
          {known ? (
            <FilmPoster film={known} sizes={filmPosterSizes} alt="" eager />
          ) : (
            <div className={styles.posterBox}>
              <Skeleton height="100%" radius="var(--radius-poster)" />
            </div>
          )}
        </div>
        <div className={styles.facts}>
          {known ? <Title film={known} /> : <Skeleton height="2.5rem" width="70%" />}
          <Skeleton height="1.25rem" width="50%" />
        </div>
        <div className={styles.actions}>
          <Skeleton className={styles.actionsBox} height="auto" radius="var(--radius-card)" />
        </div>
      </div>
    </>
  )
}
