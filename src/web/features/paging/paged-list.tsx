import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { EmptyState, type Drawing } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed, ShownAsEmpty } from './load-failed.tsx'
import { LoadMore } from '#web/ui/lists/load-more.tsx'

/** What a list needs to know of the infinite query behind it. */
export interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The way to more, where there is more. */
export function MorePages({ pages }: { pages: Pages }) {
  const { t } = useTranslation()
  return (
    <LoadMore
      hasMore={pages.hasNextPage}
      isLoading={pages.isFetchingNextPage}
      onMore={() => void pages.fetchNextPage()}
      label={t('common.loadMore')}
    />
  )
}

interface PagedListProps<Item> {
  pages: Pages & { isPending: boolean; isError: boolean; refetch: () => Promise<unknown> }
  /** Undefined while nothing could be loaded. */
  items: readonly Item[] | undefined
  skeleton: ReactNode
  /** Said where there is nothing, under what is drawn there. */
  empty: string
  drawing: Drawing
  /** The way on from there. */
  wayOn?: ReactNode
  /** Said where nothing could be loaded, with the way to try again; null shows that nothing is there. */
  failed?: string | null
  /** Said instead without a network, where more can be said than that it was never loaded. */
  offline?: string
  children: (items: readonly Item[]) => ReactNode
}

/** A list in pages, from loading to its end. */
export function PagedList<Item>({
  pages,
  items,
  skeleton,
  empty,
  drawing,
  wayOn,
  failed = empty,
  offline,
  children,
}: PagedListProps<Item>) {
  if (pages.isPending) return skeleton
  if (items === undefined || (items.length === 0 && !pages.hasNextPage)) {
    const nothing = <EmptyState drawing={drawing} text={empty} action={pages.isError ? null : wayOn} />
    if (!pages.isError) return nothing
    if (failed === null) return <ShownAsEmpty onRetry={pages.refetch}>{nothing}</ShownAsEmpty>
    return <LoadFailed text={failed} offline={offline} onRetry={pages.refetch} />
  }
  return (
    <>
      {children(items)}
      <MorePages pages={pages} />
    </>
  )
}

export interface WindowPages {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** How a windowed list or grid extends itself: as long as nothing failed. */
export const extendsItself = (pages: WindowPages) => ({
  hasMore: pages.hasNextPage && !pages.isFetchNextPageError,
  isLoading: pages.isFetching,
  onMore: () => void pages.fetchNextPage(),
})

/** Below a windowed list: where its next page failed, the way to try again. */
export function FailedPage({ pages }: { pages: WindowPages }) {
  const { t } = useTranslation()
  return (
    <LoadMore
      hasMore={pages.isFetchNextPageError}
      isLoading={pages.isFetching}
      onMore={() => void pages.fetchNextPage()}
      label={t('common.loadMore')}
      automatic={0}
    />
  )
}
