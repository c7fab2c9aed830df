import { useId } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PictureChoice } from '#web/ui/actions/picture-choice.tsx'
import { Backdrop } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './backdrop-grid.module.css'

interface BackdropGridProps {
  /** Raw paths, best first. */
  backdrops: readonly string[]
  chosen: string | null
  onChoose: (path: string) => void
  /** Says of a backdrop what it is besides; shown on it. */
  note?: (path: string) => string | null
}

/** Backdrops of which one can be chosen. */
export function BackdropGrid({ backdrops, chosen, onChoose, note }: BackdropGridProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset>
      <legend>
        <VisuallyHidden>{t('backdrop.group')}</VisuallyHidden>
      </legend>
      <div className={styles.choices}>
        {backdrops.map((path, at) => {
          const text = note?.(path)
          return (
            <PictureChoice
              key={path}
              name={name}
              value={path}
              label={t('backdrop.option', { n: at + 1 })}
              checked={path === chosen}
              onChoose={() => onChoose(path)}
            >
              <Backdrop
                {...backdropSource(path)}
                fallback={defaultBackdrop}
                sizes="(min-width: 1024px) 360px, (min-width: 600px) 46vw, 92vw"
                eager={at < 2}
              />{' '}
              {text ? <span className={styles.note}>{text}</span> : null}
            </PictureChoice>
          )
        })}
      </div>
    </fieldset>
  )
}

interface BackdropSkeletonsProps {
  count: number
  /** The class of the grid, where it is another than that of `BackdropGrid`. */
  className?: string | undefined
}

export function BackdropSkeletons({ count, className }: BackdropSkeletonsProps) {
  return (
    <div className={classNames(className ?? styles.choices)} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height="auto" radius="var(--radius-poster)" className={styles.wide} />
      ))}
    </div>
  )
}
