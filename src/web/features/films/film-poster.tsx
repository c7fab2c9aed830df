import { use, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { defaultPoster, posterSource } from '#web/lib/pictures.ts'
import { Poster } from '#web/ui/pictures/picture.tsx'
import { PosterHue } from './castings.tsx'

/** The `sizes` of a poster in a wall of them (`--poster-columns`). */
export const wallSizes = '(min-width: 1024px) 168px, (min-width: 768px) 20vw, (min-width: 480px) 31vw, 30vw'

/** A film as a poster among others stands for it. */
export interface TileFilm {
  id: number
  title: string
  titleLang?: string | undefined
  /** Empty where it is not known. */
  year: string
  poster: string | null
  posterOverride?: string | null | undefined
}

/** A row among what one does with a film. */
export interface FilmAction {
  label: string
  icon: ReactNode
  onSelect: () => void
}

interface FilmPosterProps {
  /** Addresses or raw paths, the wanted one first: override, film poster. */
  film: {
    poster: string | null
    posterOverride?: string | null | undefined
    /** The language of the title that is shown; the page's when not given. */
    titleLang?: string | null | undefined
  }
  /** The `sizes` of the picture, so that the browser takes a fitting file. */
  sizes: string
  /** Empty where the title is beside it. */
  alt: string
  eager?: boolean
}

/** The member's own choice of poster comes first, then the film's, then the default one. */
export function FilmPoster({ film, sizes, alt, eager = false }: FilmPosterProps) {
  const { locale } = useTranslation()
  const hue = use(PosterHue)
  const language = film.titleLang ?? locale
  return (
    <Poster
      {...posterSource([film.posterOverride, film.poster], { sizes, hue, language })}
      alt={alt}
      eager={eager}
      fallback={defaultPoster}
    />
  )
}
