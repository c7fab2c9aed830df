import { FilmTitle } from '#web/features/films/film-title.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FilmPoster } from './film-poster.tsx'
import styles from './film-strip.module.css'

interface FilmStripProps {
  film: {
    title: string
    titleLang?: string | undefined
    poster: string | null
    posterOverride?: string | null
  }
  /** Instead of the poster. */
  picture?: ReactNode
  /** Where a press leads; without it the strip only says what a screen is about. */
  to?: string
  /** Below the title. */
  children?: ReactNode
}

/** What a screen is about, in one row: poster, title and a line. */
export function FilmStrip({ film, picture, to, children }: FilmStripProps) {
  const content = (
    <>
      {picture ?? (
        <span className={styles.poster}>
          <FilmPoster film={film} sizes="40px" alt="" eager />
        </span>
      )}
      <span className={styles.text}>
        <FilmTitle film={film} className={styles.title} />{' '}
        {children === undefined ? null : <span className={styles.line}>{children}</span>}
      </span>
    </>
  )
  return to === undefined ? (
    <p className={styles.strip}>{content}</p>
  ) : (
    <Link className={styles.strip} to={to}>
      {content}
    </Link>
  )
}
