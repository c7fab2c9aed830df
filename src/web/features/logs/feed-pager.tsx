import { useDeferredValue, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { getLocale } from '#web/lib/preferences.ts'
import { feedPage, feedPosters } from '#web/lib/first-pictures.ts'
import { preloadPicture } from '#web/lib/preload-picture.ts'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SnapPager } from '#web/ui/layout/snap-pager.tsx'
import { LogTile } from './log-tile.tsx'
import type { LogTile as TileLog } from './logs.api.ts'
import styles from './feed-pager.module.css'

const { tiles: perPage, columns } = feedPage
const pageCount = 3

interface FeedPagerProps {
  /** Undefined while it loads. */
  logs: readonly TileLog[] | undefined
  /** What an empty feed offers to do. */
  emptyAction?: ReactNode
}

/**
 * Tiles keep their place instead of their log: a new log on top then changes what is in the boxes, and no box
 * moves on the screen.
 */
const placesOf = (logs: readonly TileLog[]) => logs.map((log, place) => ({ place, log }))

/** Asks for the posters of the first page, as they will be shown. */
export function preloadFeed(logs: readonly TileLog[]): void {
  for (const poster of feedPosters(logs, getLocale())) if (poster) preloadPicture(poster)
}

/** Friends' logs on three snapping pages of three by two. */
export function FeedPager({ logs, emptyAction }: FeedPagerProps) {
  const { t } = useTranslation()
  const shown = logs?.slice(0, perPage * pageCount) ?? []
  const cast = useCastings(shown)
  const place = useGridPlace<number>()
  // Pages beside the first come when it is on the screen.
  const areAllHere = useDeferredValue(true, place.place !== undefined)
  if (!logs) return <FeedSkeleton />
  if (logs.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState drawing="seats" text={t('home.recentEmpty')} small action={emptyAction} />
      </div>
    )
  }
  const pages = Array.from({ length: Math.ceil(shown.length / perPage) }, (_, page) => (
    <ul key={page} className={styles.page}>
      {(page === 0 || areAllHere) &&
        placesOf(shown.slice(page * perPage, (page + 1) * perPage)).map(({ place, log }) => (
          <li key={place} className={styles.item}>
            {cast(page * perPage + place, columns, <LogTile log={log} eager={page === 0} />)}
          </li>
        ))}
    </ul>
  ))
  return (
    <SnapPager
      label={t('home.recent')}
      pages={pages}
      dotLabel={(page, total) => t('home.page', { page, total })}
      previousLabel={t('home.previousPage')}
      nextLabel={t('home.nextPage')}
      {...place}
    />
  )
}

/** As tall as a full page with its dots, so that nothing below moves when the feed arrives. */
function FeedSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <div className={styles.page} aria-hidden="true">
        {Array.from({ length: perPage }, (_, at) => (
          <div key={at} className={styles.skeletonTile}>
            <span className={styles.skeletonPoster}>
              <Skeleton height="100%" radius="var(--radius-poster)" />
            </span>
            <Skeleton height="1.5rem" />
            <Skeleton height="1rem" width="70%" />
          </div>
        ))}
      </div>
      <p className={styles.loading} role="status">
        {t('common.loadingLogs')}
      </p>
    </div>
  )
}
