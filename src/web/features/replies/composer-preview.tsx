import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { GifItem } from '#shared/api/gifs.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import styles from './composer-preview.module.css'

interface ComposerPreviewProps {
  gif: GifItem | null
  image: File | null
  onRemoveGif: () => void
  onRemoveImage: () => void
}

/** The GIF and the image that will be sent. */
export function ComposerPreview({ gif, image, onRemoveGif, onRemoveImage }: ComposerPreviewProps) {
  const { t } = useTranslation()
  const url = useObjectUrl(image)
  if (gif === null && image === null) return null
  return (
    <ul className={styles.media}>
      {image === null ? null : (
        <li className={styles.item}>
          <img className={styles.picture} src={url ?? undefined} alt={t('log.imagePreview')} />
          <IconButton
            className={styles.remove}
            variant="overlay"
            label={t('log.removeImage')}
            icon={<X size={18} />}
            onClick={onRemoveImage}
          />
        </li>
      )}
      {gif === null ? null : (
        <li className={styles.item}>
          <img
            className={styles.picture}
            src={gif.still}
            width={gif.width}
            height={gif.height}
            alt={t('gifs.alt', { title: gif.title })}
          />
          <IconButton
            className={styles.remove}
            variant="overlay"
            label={t('replies.removeGif')}
            icon={<X size={18} />}
            onClick={onRemoveGif}
          />
        </li>
      )}
    </ul>
  )
}
