import { useTranslation } from 'react-i18next'
import { classNames } from '#web/ui/class-names.ts'
import { usePictureSource } from '#web/ui/picture-source.ts'
import styles from './log-image.module.css'

interface LogImageProps {
  src: string
  /** Who attached it. */
  name: string
  /** What the screen is about: shown whole and loaded at once. */
  large?: boolean
}

/** The picture attached to a log, in a box that keeps its size; nothing when it cannot be loaded. */
export function LogImage({ src, name, large = false }: LogImageProps) {
  const { t } = useTranslation()
  const { current, onError } = usePictureSource(src)
  if (current === null) return null
  const picture = (
    <img
      className={classNames(styles.image, large && styles.whole)}
      src={current}
      alt={t('review.imageAlt', { name })}
      loading={large ? 'eager' : 'lazy'}
      decoding="async"
      onError={onError}
    />
  )
  if (!large) return picture
  return (
    <span className={styles.frame}>
      <img className={styles.light} src={current} alt="" aria-hidden="true" decoding="async" />
      {picture}
    </span>
  )
}
