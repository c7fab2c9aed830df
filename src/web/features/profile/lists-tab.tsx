import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import {
  listsKind,
  listsKinds,
  listsOf,
  useTabChoice,
  type ListsKind,
  type ProfileTabProps,
} from './profile-tabs.ts'
import styles from './lists-tab.module.css'

/** A member's lists, and for oneself those saved and of friends. */
export function ListsTab({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const { search, choose } = useTabChoice()
  const kind = listsKind(search, isOwner)
  return (
    <>
      {isOwner ? (
        <Link className={`${buttonClass('secondary')} ${styles.add}`} to={paths.createList()}>
          <Plus size={20} aria-hidden="true" />
          {t('lists.add')}
        </Link>
      ) : null}
      <Tabs
        label={t('lists.kind')}
        value={kind}
        onChange={(lists) => choose({ lists })}
        tabs={listsKinds(isOwner).map((value) => ({ value, label: t(`lists.tabs.${value}`) }))}
      >
        <Lists key={kind} kind={kind} userId={member._id} />
      </Tabs>
    </>
  )
}

const skeletons = 6

function Lists({ kind, userId }: { kind: ListsKind; userId: string }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listsOf(kind, userId))
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
      empty={t(`lists.empty.${kind}`)}
      drawing="cards"
      failed={null}
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
