import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ReadingColumn } from '#web/ui/reading-column.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { toast } from '#web/ui/toast.tsx'
import { listsForFilmQuery, type ListedFilm } from './add-to-list.api.ts'
import { ListChoice } from './list-choice.tsx'
import { NewList } from './new-list.tsx'
import styles from './add-to-list.module.css'

interface AddToListProps {
  film: ListedFilm
  /** The picker that shows only the non-private ones of one's own lists; the other one shows all. */
  publicOnly: boolean
}

/** Puts a film into one's own lists, or into a new one. */
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

  return (
    <PagedList
      pages={pages}
      items={lists}
      skeleton={
        <SkeletonRows count={5} height="4.5rem" label={t('common.loading')} className={styles.list} />
      }
      empty={t(publicOnly ? 'lists.empty.public' : 'lists.empty.mine')}
      failed={t('lists.loadFailed')}
    >
      {(shown) => (
        <ul className={styles.list}>
          {shown.map((list) => (
            <li key={list._id}>
              <ListChoice
                list={list}
                film={film}
                // Each of the two pickers has a text of its own.
                failedText={t(publicOnly ? 'lists.addMovieFailed' : 'lists.addFailed')}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
