import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStillnessWanted } from '#web/lib/motion.ts'
import type { GifItem } from './gifs.api.ts'
import styles from './gif-tile.module.css'

interface GifTileProps {
  gif: GifItem
  onChoose: (gif: GifItem) => void
}

/** A GIF to choose: it stands still, and plays under the pointer and in focus where motion is welcome. */
export function GifTile({ gif, onChoose }: GifTileProps) {
  const { t } = useTranslation()
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [failed, setFailed] = useState(false)
  return (
    <button
      type="button"
      data-gif=""
      className={styles.tile}
      aria-label={gif.title === '' ? t('gifs.untitled') : t('gifs.alt', { title: gif.title })}
      onClick={() => onChoose(gif)}
      // A finger chooses; it does not hover.
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType === 'mouse')}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      {failed ? (
        <span className={styles.failed}>
          <bdi>{gif.title}</bdi>
        </span>
      ) : (
        <img
          className={styles.picture}
          src={gif.still}
          alt=""
          width={gif.width}
          height={gif.height}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
        />
      )}
      {(isPointedAt || isFocused) && !isStillnessWanted() ? (
        <img className={styles.picture} src={gif.url} alt="" draggable={false} />
      ) : null}
    </button>
  )
}
