import { useTranslation } from '#web/i18n/index.ts'
import type { ListCard } from '#shared/api/lists.ts'
import { castingsOf } from '#shared/poster-castings.ts'
import { backdropSource, defaultBackdrop, defaultPoster, posterSource } from '#web/lib/pictures.ts'
import { Backdrop, Poster } from '#web/ui/pictures/picture.tsx'
import styles from './list-cover.module.css'

const maxPosters = 4

interface ListCoverProps {
  list: Pick<ListCard, 'coverImage' | 'posters'>
  /** The `sizes` of the cover, and of each poster of a collage. */
  coverSizes: string
  posterSizes: string
  /** In sight when the screen opens. */
  eager?: boolean
}

/** The chosen cover, else the first films' posters, else the default picture. */
export function ListCover({ list, coverSizes, posterSizes, eager = false }: ListCoverProps) {
  const { locale } = useTranslation()
  // Two films may have the same picture.
  const posters = [...new Set(list.posters)].slice(0, maxPosters)
  if (list.coverImage !== null || posters.length === 0) {
    return (
      <Backdrop
        {...backdropSource(list.coverImage)}
        fallback={defaultBackdrop}
        sizes={coverSizes}
        eager={eager}
      />
    )
  }
  const hues = castingsOf(posters, null)
  return (
    <span className={styles.collage}>
      {posters.map((poster, at) => (
        <span key={poster} className={styles.part}>
          <Poster
            {...posterSource([poster], { sizes: posterSizes, hue: hues[at], language: locale })}
            fallback={defaultPoster}
            alt=""
            eager={eager}
            className={styles.poster}
          />
        </span>
      ))}
    </span>
  )
}
