import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ListCard as Card } from '#shared/api/lists.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import type { Page } from '#web/lib/api.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ListCard } from './list-card.tsx'
import styles from './list-grid.module.css'

const skeletons = 6

interface ListGridProps {
  pages: UseInfiniteQueryResult<InfiniteData<Page<Card[]>>>
  empty: string
  /** As `PagedList` has it. */
  failed: string | null
}

/** Lists as cards in two or three columns, from loading to the last one. */
export function ListGrid({ pages, empty, failed }: ListGridProps) {
  return (
    <PagedList
      pages={pages}
      items={pageItems(pages.data, ({ _id }) => _id)}
      skeleton={
        <div className={styles.grid} aria-busy="true">
          {Array.from({ length: skeletons }, (_, at) => (
            <div key={at} className={styles.loading}>
              <Skeleton height="auto" className={styles.cover} />
              <Skeleton width="80%" />
              <Skeleton width="50%" height="1rem" />
            </div>
          ))}
        </div>
      }
      empty={empty}
      drawing="cards"
      failed={failed}
    >
      {(lists) => (
        <ul className={styles.grid}>
          {lists.map((list) => (
            <li key={list._id} className={styles.item}>
              <ListCard list={list} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
