import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedState } from '#web/ui/failed-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ReadingColumn } from '#web/ui/reading-column.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { listsForFilmQuery, type ListedFilm } from './add-to-list.api.ts'
import { ListChoice } from './list-choice.tsx'
import { NewList } from './new-list.tsx'
import styles from './add-to-list.module.css'

/** Puts a film into one's own lists, or into a new one (specification 2, section 2, "Lists"). */
export function AddToList({ film }: { film: ListedFilm }) {
  return (
    <ReadingColumn>
      <FilmStrip film={film} />
      <NewList film={film} />
      <Lists film={film} />
    </ReadingColumn>
  )
}

function Lists({ film }: { film: ListedFilm }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listsForFilmQuery(film.id))
  const lists = pageItems(pages.data, ({ _id }) => _id)
  const failed = pages.isError && !lists
  useEffect(() => {
    if (failed) toast.error(t('lists.loadFailed'))
  }, [failed, t])

  if (pages.isPending)
    return <SkeletonRows count={5} height="4.5rem" label={t('common.loading')} className={styles.list} />
  if (!lists)
    return (
      <FailedState
        text={t('lists.loadFailed')}
        retryLabel={t('common.tryAgain')}
        onRetry={() => pages.refetch()}
      />
    )
  if (lists.length === 0) return <EmptyState text={t('lists.empty.mine')} />
  return (
    <>
      <ul className={styles.list}>
        {lists.map((list) => (
          <li key={list._id}>
            <ListChoice list={list} film={film} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
        label={t('common.loadMore')}
      />
    </>
  )
}
