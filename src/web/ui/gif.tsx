import { useEffect, useRef, useState } from 'react'
import { Play } from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './gif.module.css'

/** Milliseconds of a GIF that plays by itself (design system, section 3). */
const autoplayTime = 5000

export interface GifProps {
  src: string
  alt: string
  /** The name of the button that starts it. */
  playLabel: string
  /** Plays by itself for a while, once. */
  autoplay?: boolean
  /** What the screen is about, rather than one thing among others. */
  large?: boolean
}

/** A moving picture that stands still on its first frame until it is played; nothing when it cannot be loaded. */
export function Gif({ src, alt, playLabel, autoplay = false, large = false }: GifProps) {
  const still = useRef<HTMLCanvasElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [state, setState] = useState<'still' | 'playing' | 'failed'>(autoplay ? 'playing' : 'still')

  useEffect(() => {
    if (!autoplay || !isLoaded) return
    const timer = setTimeout(() => setState('still'), autoplayTime)
    return () => clearTimeout(timer)
  }, [autoplay, isLoaded])

  if (state === 'failed') return null
  const isPlaying = state === 'playing'
  const picture = classNames(styles.picture, large && styles.large)
  return (
    <span className={styles.box}>
      <canvas ref={still} className={picture} hidden={isPlaying} role="img" aria-label={alt} />
      {/* A canvas takes the first frame of a moving picture. */}
      <img
        className={picture}
        hidden={!isPlaying}
        src={src}
        alt={alt}
        onError={() => setState('failed')}
        onLoad={({ currentTarget: moving }) => {
          setLoaded(true)
          const canvas = still.current
          if (!canvas) return
          canvas.width = moving.naturalWidth
          canvas.height = moving.naturalHeight
          canvas.getContext('2d')?.drawImage(moving, 0, 0)
        }}
      />
      {isPlaying ? null : (
        <button
          type="button"
          className={styles.play}
          aria-label={playLabel}
          onClick={() => setState('playing')}
        >
          <Play aria-hidden="true" size={22} fill="currentColor" />
        </button>
      )}
    </span>
  )
}
