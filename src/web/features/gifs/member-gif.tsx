import { X } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import type { Log } from '#shared/api/logs.ts'
import { stillOf } from '#shared/gif.ts'
import { mayAutoplay } from '#web/lib/motion.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { Gif } from '#web/ui/pictures/gif.tsx'
import styles from './member-gif.module.css'

interface MemberGifProps {
  /** Its address, as a log or comment carries it. */
  gif: string
  details: Log['gifDetails']
  /** Who attached it: its name where it has no title. */
  name: string
  /** Plays by itself for a while, once, where motion is welcome. */
  autoplay?: boolean
  large?: boolean
}

/** The GIF of a log or comment. */
export function MemberGif({ gif, details, name, autoplay = false, large = false }: MemberGifProps) {
  const { t } = useTranslation()
  const title = details?.title ?? ''
  return (
    <Gif
      key={gif}
      src={gif}
      still={stillOf(gif)}
      size={details}
      alt={title === '' ? t('review.gifAlt', { name }) : t('gifs.alt', { title })}
      playLabel={t('review.gifPlay')}
      autoplay={autoplay && mayAutoplay()}
      large={large}
    />
  )
}

interface AttachedGifProps {
  gif: string
  details: Log['gifDetails']
  onRemove: () => void
}

/** The GIF that is about to be sent, and the way to take it away. */
export function AttachedGif({ gif, details, onRemove }: AttachedGifProps) {
  const { t } = useTranslation()
  const title = details?.title ?? ''
  return (
    <div className={styles.attached}>
      <Gif
        key={gif}
        src={gif}
        still={stillOf(gif)}
        size={details}
        alt={title === '' ? t('gifs.untitled') : t('gifs.alt', { title })}
        playLabel={t('review.gifPlay')}
      />
      <IconButton
        className={styles.remove}
        variant="overlay"
        label={t('gifs.remove')}
        icon={<X size={20} />}
        onClick={onRemove}
      />
    </div>
  )
}
