import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { genreName } from '#web/features/films/genre-name.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { Hero, HeroSkeleton } from '#web/ui/hero.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DirectorsLine } from './credits.tsx'
import styles from './film-header.module.css'

/** Where the directors are among the facts, not in a section of their own. */
export const wideScreen = '(min-width: 1024px)'

interface FilmHeaderProps {
  film: FilmPage
  /** What can be done with the poster. */
  posterAction: ReactNode
  /** The actions below the facts, beside them where there is room. */
  children: ReactNode
}

/** Artwork, poster, title and facts. The screen's heading is in the bar above, so the title here is silent. */
export function FilmHeader({ film, posterAction, children }: FilmHeaderProps) {
  const { t } = useTranslation()
  const wide = useMediaQuery(wideScreen)
  const facts = [
    yearOf(film.release_date),
    film.runtime > 0 ? t('film.minutes', { count: film.runtime }) : '',
    film.genres.map((genre) => genreName(genre, t)).join(t('film.genreSeparator')),
  ].filter((fact) => fact !== '')
  return (
    <>
      <Hero {...backdropSource(film.backdrop_path)} fallback={defaultBackdrop} />
      <div className={styles.header}>
        <div className={styles.poster}>
          <FilmPoster
            film={film}
            sizes="(min-width: 1024px) 220px, (min-width: 600px) 160px, 116px"
            alt=""
            eager
          />
          {posterAction}
        </div>
        <div className={styles.facts}>
          <p className={styles.title} aria-hidden="true">
            <bdi>{film.title}</bdi>
          </p>
          {film.original_title !== film.title && film.original_title !== '' ? (
            <p className={styles.original}>
              <bdi>{film.original_title}</bdi>
            </p>
          ) : null}
          <p className={styles.meta}>
            {facts.map((fact, at) => (
              <span key={fact}>
                {at > 0 ? (
                  <span aria-hidden="true" className={styles.separator}>
                    {'· '}
                  </span>
                ) : null}
                <bdi>{fact}</bdi>{' '}
              </span>
            ))}
          </p>
          {wide ? <DirectorsLine directors={film.directors} /> : null}
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </>
  )
}

export function FilmHeaderSkeleton() {
  return (
    <>
      <HeroSkeleton />
      <div className={styles.header}>
        <div className={styles.poster}>
          <div className={styles.posterBox}>
            <Skeleton height="100%" radius="var(--radius-poster)" />
          </div>
        </div>
        <div className={styles.facts}>
          <Skeleton height="2.5rem" width="70%" />
          <Skeleton height="1.25rem" width="50%" />
        </div>
        <div className={styles.actions}>
          <Skeleton className={styles.actionsBox} height="auto" radius="var(--radius-card)" />
        </div>
      </div>
    </>
  )
}
