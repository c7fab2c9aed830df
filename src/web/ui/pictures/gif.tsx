import { ImageOff, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import styles from './gif.module.css'

/** Milliseconds of a GIF that plays by itself. */
const autoplayTime = 5000

interface GifProps {
  src: string
  /** Its first frame, standing still; without one the whole GIF is loaded to take it from there. */
  still?: string | null | undefined
  /** Pixels, to keep its place while it loads. */
  size?: { width: number; height: number } | null | undefined
  alt: string
  /** The name of the button that starts and stops it. */
  playLabel: string
  /** Plays by itself for a while, once. */
  autoplay?: boolean | undefined
  /** What the screen is about, rather than one thing among others. */
  large?: boolean | undefined
}

type State = 'still' | 'by itself' | 'playing' | 'failed'

/** A moving picture that stands still on its first frame until it is played. */
export function Gif({
  src,
  still = null,
  size = null,
  alt,
  playLabel,
  autoplay = false,
  large = false,
}: GifProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [state, setState] = useState<State>(autoplay ? 'by itself' : 'still')

  useEffect(() => {
    if (state !== 'by itself' || !isLoaded) return
    const timer = setTimeout(() => setState('still'), autoplayTime)
    return () => clearTimeout(timer)
  }, [state, isLoaded])

  const isPlaying = state === 'by itself' || state === 'playing'
  const onError = () => setState('failed')
  const onLoad = () => setLoaded(true)
  return (
    <span className={classNames(styles.box, large && styles.large)} {...reserved(size)}>
      {state === 'failed' ? (
        <span className={styles.failed} role="img" aria-label={alt}>
          <ImageOff aria-hidden="true" size={28} />
        </span>
      ) : (
        <>
          {still === null ? (
            <FirstFrame src={src} alt={alt} isPlaying={isPlaying} onLoad={onLoad} onError={onError} />
          ) : (
            <>
              <img
                className={styles.picture}
                src={still}
                alt={alt}
                width={size?.width}
                height={size?.height}
                loading={large ? 'eager' : 'lazy'}
                decoding="async"
                onError={onError}
              />
              {isPlaying ? (
                <img className={styles.moving} src={src} alt="" onLoad={onLoad} onError={onError} />
              ) : null}
            </>
          )}
          <button
            type="button"
            className={styles.play}
            aria-label={playLabel}
            aria-pressed={isPlaying}
            onClick={() => setState(isPlaying ? 'still' : 'playing')}
          >
            <span className={styles.sign} data-loading={isPlaying && !isLoaded} aria-hidden="true">
              {!isPlaying ? (
                <Play size={22} fill="currentColor" />
              ) : isLoaded ? (
                <Pause size={22} fill="currentColor" />
              ) : (
                <Spinner />
              )}
            </span>
          </button>
        </>
      )}
    </span>
  )
}

/** What keeps a box of the shape that is to come. */
function reserved(size: GifProps['size']): { style?: CSSProperties; 'data-sized'?: true } {
  if (!size || size.width <= 0 || size.height <= 0) return {}
  const style = { '--gif-width': `${size.width}px`, '--gif-ratio': size.width / size.height }
  return { style: style as CSSProperties, 'data-sized': true }
}

interface FirstFrameProps {
  src: string
  alt: string
  isPlaying: boolean
  onLoad: () => void
  onError: () => void
}

/** A moving picture that has no still of its own. */
function FirstFrame({ src, alt, isPlaying, onLoad, onError }: FirstFrameProps) {
  const still = useRef<HTMLCanvasElement>(null)
  return (
    <>
      <canvas ref={still} className={styles.picture} hidden={isPlaying} role="img" aria-label={alt} />
      {/* A canvas takes the first frame of a moving picture. */}
      <img
        className={styles.picture}
        hidden={!isPlaying}
        src={src}
        alt={alt}
        onError={onError}
        onLoad={({ currentTarget: moving }) => {
          onLoad()
          const canvas = still.current
          if (!canvas) return
          canvas.width = moving.naturalWidth
          canvas.height = moving.naturalHeight
          canvas.getContext('2d')?.drawImage(moving, 0, 0)
        }}
      />
    </>
  )
}
