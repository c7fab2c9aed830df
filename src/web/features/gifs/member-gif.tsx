import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/api/logs.ts'
import { stillOf } from '#shared/gif.ts'
import { mayAutoplay } from '#web/lib/motion.ts'
import { Gif } from '#web/ui/gif.tsx'

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
