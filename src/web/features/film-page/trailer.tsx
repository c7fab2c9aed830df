import { Play, VideoOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { Backdrop } from '#web/ui/pictures/picture.tsx'
import { QuietLine } from '#web/ui/feedback/quiet-line.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import styles from './trailer.module.css'

/** The address of the player; only hosts that the content policy lets in a frame. */
function playerUrl({ key, site }: NonNullable<FilmPage['trailer']>): string | null {
  if (site === 'YouTube')
    return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(key)}?autoplay=1`
  if (site === 'Vimeo') return `https://player.vimeo.com/video/${encodeURIComponent(key)}?autoplay=1`
  return null
}

/** Of a film; one line where it has none. */
export function TrailerSection({ film }: { film: TrailedFilm }) {
  const { t } = useTranslation()
  const url = film.trailer && playerUrl(film.trailer)
  if (url === null)
    return <QuietLine title={t('film.trailer')} icon={<VideoOff size={16} />} text={t('film.noTrailer')} />
  return (
    <Section title={t('film.trailer')}>
      <Trailer film={film} url={url} />
    </Section>
  )
}

type TrailedFilm = Pick<FilmPage, 'trailer' | 'backdrop_path' | 'title'>

/** Nothing is asked of the video host before the member presses play. */
function Trailer({ film, url }: { film: TrailedFilm; url: string }) {
  const { t } = useTranslation()
  const [playing, setPlaying] = useState(false)
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
