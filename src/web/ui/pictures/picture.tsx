import { use, type CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { PicturesWanted } from '#web/ui/near.tsx'
import { usePictureSource } from './picture-source.ts'
import styles from './picture.module.css'

interface PictureProps {
  src: string | null | undefined
  srcSet?: string | undefined
  sizes?: string | undefined
  /** In the first row of a screen: loaded at once and with high priority. */
  eager?: boolean | undefined
  /** Tried once when the picture is missing or fails; after that the default artwork is drawn. */
  fallback?: string | undefined
  className?: string | undefined
  style?: CSSProperties | undefined
}

interface PosterProps extends PictureProps {
  /** Empty where the title stands beside it or the link around it has a name. */
  alt: string
}

/** A 2:3 box that never changes its size, whether the picture loads, fails or is missing. */
export function Poster({ alt, ...props }: PosterProps) {
  return <Picture {...props} alt={alt} shape="poster" width={500} height={750} />
}

export interface BackdropProps extends PictureProps {
  alt?: string | undefined
}

/** A 16:9 box, else like Poster. */
export function Backdrop({ alt = '', ...props }: BackdropProps) {
  return <Picture {...props} alt={alt} shape="backdrop" width={1280} height={720} />
}

interface ShapeProps extends PictureProps {
  alt: string
  shape: 'poster' | 'backdrop'
  width: number
  height: number
}

function Picture({
  src,
  srcSet,
  sizes,
  eager = false,
  fallback,
  className,
  style,
  alt,
  shape,
  width,
  height,
}: ShapeProps) {
  const { current, isPrimary, onError } = usePictureSource(src, fallback)
  const isWanted = use(PicturesWanted)
  const classes = classNames(styles.box, styles[shape], className)
  if (current === null) {
    return (
      <span
        className={classes}
        style={style}
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      >
        <svg className={styles.default} viewBox="0 0 64 64" aria-hidden="true">
          <path className={styles.light} d="M32 9v23a11.5 11.5 0 0 1 0-23Z" />
          <path className={styles.deep} d="M32 32v23a11.5 11.5 0 0 0 0-23Z" />
        </svg>
      </span>
    )
  }
  return (
    <span className={classes} style={style}>
      <img
        className={styles.image}
        // The order matters: a browser that sees src first would load it before it knows the other sizes.
        sizes={isPrimary && isWanted ? sizes : undefined}
        srcSet={isPrimary && isWanted ? srcSet : undefined}
        src={isWanted ? current : undefined}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onError={onError}
      />
    </span>
  )
}
