import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { errorText } from '#web/i18n/index.ts'
import { isUnknown } from '#web/lib/is-unknown.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ListGrid, ListGridSkeleton } from './list-grid.tsx'
import { ListHeader, ListHeaderSkeleton } from './list-header.tsx'
import { fromList } from './list-history-state.ts'
import { ListMenu } from './list-menu.tsx'
import { listQuery, type ListDetail } from './list.api.ts'
import styles from './list-view.module.css'

interface ListViewProps {
  listId: string
  onBack: () => void
}

/** One list with its films. */
export function ListView({ listId, onBack }: ListViewProps) {
  const { t } = useTranslation()
  const viewer = useMember()
  const { data, error, isPending, refetch } = useQuery(listQuery(listId))
  // What its owner deleted or made private meanwhile is shown no longer.
  const list = isUnknown(error) ? undefined : data
  const isOwner = list !== undefined && list.user._id === viewer?._id
  usePageTitle(list?.title ?? (isPending ? '' : t('list.title')))
  return (
    <>
      <TopBar
        overlay={list !== undefined || isPending}
        title={list ? <bdi>{list.title}</bdi> : t(isPending ? 'common.loading' : 'list.title')}
        backLabel={t('common.back')}
        onBack={onBack}
        action={list ? <ListMenu list={list} isOwner={isOwner} /> : null}
      />
      {list ? (
        <>
          <ListHeader list={list} isOwner={isOwner} />
          <div className={styles.films}>
            {list.movies.length > 0 ? <ListGrid list={list} /> : <NoFilms list={list} isOwner={isOwner} />}
          </div>
        </>
      ) : isPending ? (
        <ListSkeleton />
      ) : (
        <div className={styles.failed}>
          <LoadFailed
            error={error}
            unknown={t('errors.list.not_found')}
            text={errorText(error, 'errorPage.title')}
            onRetry={refetch}
          />
        </div>
      )}
    </>
  )
}

/** A list is saved only with films; it may have lost them since. */
function NoFilms({ list, isOwner }: { list: ListDetail; isOwner: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      text={t('list.empty')}
      action={
        isOwner ? (
          <Link className={buttonClass('secondary', 'sm')} to={paths.editList(list._id)} state={fromList}>
            {t('list.edit')}
          </Link>
        ) : null
      }
    />
  )
}

/** The boxes of a loaded list, so that nothing jumps. */
function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
      <ListHeaderSkeleton />
      <div className={styles.films}>
        <ListGridSkeleton />
      </div>
    </div>
  )
}
