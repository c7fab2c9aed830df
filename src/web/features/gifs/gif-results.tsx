import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { MorePages, type Pages } from '#web/features/paging/paged-list.tsx'
import { errorText } from '#web/i18n/index.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { columnUnits, gapUnits, type GifPlace } from './gif-columns.ts'
import { GifTile } from './gif-tile.tsx'
import type { GifItem } from './gifs.api.ts'
import styles from './gif-results.module.css'

/** What the picker reads of its query. */
interface GifsAnswer extends Pages {
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

interface GifResultsProps {
  answer: GifsAnswer
  /** Undefined while there are none to show yet. */
  gifs: GifItem[] | undefined
  /** Of each of them. */
  places: GifPlace[]
  emptyText: string
  onChoose: (gif: GifItem) => void
}

/** The grid of a tab or a search, what shows while there is none, and the way to more. */
export function GifResults({ answer, gifs, places, emptyText, onChoose }: GifResultsProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const { error, isPlaceholderData: areOlder } = answer
  if (gifs === undefined && error !== null) {
    return (
      <LoadFailed
        text={online ? errorText(error, 'errors.gif.source_down') : t('gifs.offline')}
        onRetry={answer.refetch}
      />
    )
  }
  const answered = gifs !== undefined && !areOlder
  return (
    <div aria-busy={!answered}>
      <VisuallyHidden>
        <span role="status">{answered ? t('search.results', { count: gifs.length }) : ''}</span>
      </VisuallyHidden>
      {gifs === undefined ? (
        <GridSkeleton />
      ) : gifs.length === 0 && !areOlder ? (
        <EmptyState text={emptyText} />
      ) : (
        <div className={styles.frame} style={units}>
          <ul className={styles.grid} data-older={areOlder}>
            {gifs.map((gif, index) => (
              <li key={gif.url} style={gridPlace(places[index])}>
                <GifTile gif={gif} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {answered ? <MorePages pages={answer} /> : null}
    </div>
  )
}

const units = { '--column-units': columnUnits, '--gap-units': gapUnits } as CSSProperties

function gridPlace(place: GifPlace | undefined): CSSProperties {
  return place ? { gridColumn: place.column + 1, gridRow: `span ${place.span}` } : {}
}

function GridSkeleton() {
  return (
    <div className={styles.frame} style={units} aria-hidden="true">
      <div className={styles.grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} style={{ gridRow: `span ${columnUnits + gapUnits}` }}>
            <Skeleton height="100%" radius="var(--radius-card)" />
          </div>
        ))}
      </div>
    </div>
  )
}
