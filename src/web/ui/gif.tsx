import { useRef, useState } from 'react'
import { Play } from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './gif.module.css'

export interface GifProps {
  src: string
  alt: string
  /** The name of the button that starts it. */
  playLabel: string
  className?: string | undefined
}

/** A moving picture that stands still on its first frame until it is played; nothing when it cannot be loaded. */
export function Gif({ src, alt, playLabel, className }: GifProps) {
  const still = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  if (state === 'failed') return null
  if (state === 'playing') {
    return <img className={classNames(styles.picture, className)} src={src} alt={alt} />
  }
  return (
    <span className={classNames(styles.box, className)}>
      <canvas ref={still} className={styles.picture} role="img" aria-label={alt} />
      {/* A canvas takes the first frame of a moving picture. */}
      <img
        hidden
        src={src}
        alt=""
        onError={() => setState('failed')}
        onLoad={({ currentTarget: picture }) => {
          const canvas = still.current
          if (!canvas) return
          canvas.width = picture.naturalWidth
          canvas.height = picture.naturalHeight
          canvas.getContext('2d')?.drawImage(picture, 0, 0)
        }}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={playLabel}
        onClick={() => setState('playing')}
      >
        <Play aria-hidden="true" size={22} fill="currentColor" />
      </button>
    </span>
  )
}
