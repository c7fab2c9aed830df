import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
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

interface AddToListProps {
  film: ListedFilm
  /** The picker that shows only the non-private ones of one's own lists; the other one shows all. */
  publicOnly: boolean
}

/** Puts a film into one's own lists, or into a new one (specification 2, section 2, "Lists"). */
export function AddToList({ film, publicOnly }: AddToListProps) {
  const { t } = useTranslation()
  return (
    <ReadingColumn>
      <FilmStrip film={film} />
      <NewList film={film} />
      <Lists film={film} publicOnly={publicOnly} />
      {publicOnly ? (
        <Link
          className={`${buttonClass('ghost', 'sm')} ${styles.all}`}
          to={paths.addToList(film.id)}
          state={film}
          replace
        >
          {t('lists.withPrivate')}
        </Link>
      ) : null}
    </ReadingColumn>
  )
}

function Lists({ film, publicOnly }: AddToListProps) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listsForFilmQuery(film.id))
  const all = pageItems(pages.data, ({ _id }) => _id)
  const lists = publicOnly ? all?.filter((list) => !list.isPrivate) : all
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
  if (lists.length === 0 && !pages.hasNextPage)
    return <EmptyState text={t(publicOnly ? 'lists.empty.public' : 'lists.empty.mine')} />
  return (
    <>
      <ul className={styles.list}>
        {lists.map((list) => (
          <li key={list._id}>
            <ListChoice
              list={list}
              film={film}
              // Specification 2, section 8 has a text for each of the two.
              failedText={t(publicOnly ? 'lists.addMovieFailed' : 'lists.addFailed')}
            />
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
