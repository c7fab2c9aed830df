import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmTitle, OtherTitle } from '#web/features/films/film-title.tsx'
import { extendsItself } from '#web/features/paging/paged-list.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { ClampedText } from '#web/ui/layout/clamped-text.tsx'
import { VirtualList, type ListPlace } from '#web/ui/lists/virtual-list.tsx'
import type { ListFilm } from './lists.api.ts'
import type { ListFilmsProps } from './use-list.ts'
import styles from './list-notes.module.css'

const keyOf = ({ id }: ListFilm) => String(id)

/** What a row measures at the usual text size, in CSS pixels. */
const rowHeight = ({ note = '' }: ListFilm) => (note.length > 300 ? 268 : 132)

/** The films of a list one below the other, each with what its owner says of it. */
export function ListNotes({ list, pages }: ListFilmsProps) {
  const { t } = useTranslation()
  return (
    <VirtualList
      {...useGridPlace<ListPlace>()}
      label={t('list.filmsLabel')}
      items={list.movies}
      keyOf={keyOf}
      renderRow={(film, at) => <Row film={film} place={list.isRanked ? at + 1 : null} />}
      estimate={rowHeight}
      total={list.filmsCount}
      {...extendsItself(pages)}
    />
  )
}

interface RowProps {
  film: ListFilm
  /** From 1; null where the order means nothing. */
  place: number | null
}

function Row({ film, place }: RowProps) {
  const { t } = useTranslation()
  return (
    <article className={styles.row}>
      <Link className={styles.film} to={paths.film(film.id)}>
        <span className={styles.poster}>
          <FilmPoster film={film} sizes="72px" alt="" />
        </span>
        <span className={styles.facts}>
          {place === null ? null : <span className={styles.place}>{place}</span>}
          <span className={styles.titles}>
            <FilmTitle film={film} className={styles.title} />
            <OtherTitle film={film} className={styles.other} />
            <span className={styles.meta}>
              {film.year === null ? null : <span>{film.year}</span>}
              {film.seen ? (
                <span className={styles.seen}>
                  <Check size={16} strokeWidth={2.5} aria-hidden="true" />
                  {t('poster.seen')}
                </span>
              ) : null}
            </span>
          </span>
        </span>
      </Link>
      {film.note === undefined ? null : (
        <div className={styles.note}>
          <ClampedText text={film.note} moreLabel={t('common.readMore')} lessLabel={t('review.readLess')} />
        </div>
      )}
    </article>
  )
}
