import { classNames } from '#web/ui/class-names.ts'
import { usePictureSource } from './picture-source.ts'
import { avatarWidths } from './avatar-widths.ts'
import styles from './avatar.module.css'

export type AvatarSize = 24 | 32 | 40 | 44 | 64 | 96 | 100 | 160

interface AvatarProps {
  src: string | null | undefined
  /** Other widths of the picture, where they cannot be made from its address. */
  srcSet?: string | undefined
  /** Edge in CSS pixels at the default text size. */
  size: AvatarSize
  /** Empty where the name stands beside it (the default): then it is decorative. */
  alt?: string | undefined
  eager?: boolean | undefined
  className?: string | undefined
}

/** A round picture; the default figure is drawn when there is none or it cannot be loaded. */
export function Avatar({ src, srcSet, size, alt = '', eager = false, className }: AvatarProps) {
  const { current, onError } = usePictureSource(src)
  const widths = srcSet ?? (current === null ? undefined : avatarWidths(current))
  const classes = classNames(styles.avatar, styles[`size${size}`], className)
  if (current === null) {
    return (
      <span className={classes} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
        <svg className={styles.figure} viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="19" r="8" />
          <path d="M24 30c-9 0-16 5.5-17.5 13.5V48h35v-4.5C40 35.5 33 30 24 30Z" />
        </svg>
      </span>
    )
  }
  return (
    <span className={classes}>
      <img
        className={styles.image}
        // The order matters: a browser that sees src first would load it before it knows the other sizes.
        sizes={widths && `${size}px`}
        srcSet={widths}
        src={current}
        alt={alt}
        width={size}
        height={size}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        draggable={false}
        onError={onError}
      />
    </span>
  )
}
