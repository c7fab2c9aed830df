import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BackdropGrid, BackdropSkeletons } from '#web/features/films/backdrop-grid.tsx'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './backdrop-chooser.module.css'

interface FilmBackdropsProps {
  film: Pick<FilmPage, 'title' | 'backdrops'> | undefined
  isPending: boolean
  onRetry: () => void
  /** The raw path of the chosen one. */
  chosen: string | null
  onChoose: (path: string) => void
}

/** One film's backdrops, best first, of which one can be chosen. */
export function FilmBackdrops({ film, isPending, onRetry, chosen, onChoose }: FilmBackdropsProps) {
  const { t } = useTranslation()
  const name = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The results may be out of sight now; on a first visit the browser's own focus stays.
    if (document.activeElement?.closest('main a, main h1')) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <section className={styles.backdrops} aria-labelledby={`${name}-title`} aria-busy={isPending}>
      <h2 ref={heading} id={`${name}-title`} tabIndex={-1} className={styles.heading}>
        {film ? <bdi>{film.title}</bdi> : isPending ? <Skeleton width="12rem" height="1.5rem" /> : null}
        {film ? null : <VisuallyHidden>{t('backdrop.group')}</VisuallyHidden>}
      </h2>
      {isPending ? (
        <BackdropSkeletons count={4} />
      ) : film && film.backdrops.length > 0 ? (
        <BackdropGrid backdrops={film.backdrops} chosen={chosen} onChoose={onChoose} />
      ) : film ? (
        <EmptyState text={t('search.noResults')} />
      ) : (
        <LoadFailed text={t('search.noResults')} onRetry={onRetry} />
      )}
    </section>
  )
}
