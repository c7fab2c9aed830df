import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { FilmHeaderSkeleton } from './film-header.tsx'
import styles from './film-view.module.css'

/** A film's page while it loads, in the size that it will have. */
export function FilmSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.page} aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
      <FilmHeaderSkeleton />
      <div className={styles.body}>
        <div className={styles.overview}>
          <SectionSkeleton lines={['100%', '94%', '60%']} />
          <div className={styles.skeletonSection}>
            <Skeleton width="7rem" height="1.5rem" />
            <div className={styles.skeletonPeople}>
              {Array.from({ length: 4 }, (_, at) => (
                <Skeleton
                  key={at}
                  className={styles.skeletonPerson}
                  height="auto"
                  radius="var(--radius-full)"
                />
              ))}
            </div>
          </div>
        </div>
        <div className={styles.side}>
          <SectionSkeleton lines={['80%']} />
          <SectionSkeleton lines={['100%', '90%']} />
        </div>
        <div className={styles.reviews}>
          <div className={styles.skeletonSection}>
            <Skeleton width="10rem" height="1.5rem" />
            <Skeleton height="9rem" radius="var(--radius-card)" />
            <Skeleton height="9rem" radius="var(--radius-card)" />
          </div>
        </div>
      </div>
    </div>
  )
}

function SectionSkeleton({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles.skeletonSection}>
      <Skeleton width="8rem" height="1.5rem" />
      {lines.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
