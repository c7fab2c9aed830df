import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isUnknown } from '#web/lib/is-unknown.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedState } from '#web/ui/failed-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { MemberRow } from './member-row.tsx'
import { followQuery, memberQuery, type FollowList } from './members.api.ts'
import styles from './follow-lists.module.css'

const lists = ['following', 'followers'] as const

/** Which list an address means: the one of followers when its path contains the word. */
export function followListOf(pathname: string): FollowList {
  return pathname.toLowerCase().includes('followers') ? 'followers' : 'following'
}

interface FollowListsProps {
  userId: string
  list: FollowList
  onList: (list: FollowList) => void
  onBack: () => void
}

/** Whom a member follows and who follows that member, as two tabs. */
export function FollowLists({ userId, list, onList, onBack }: FollowListsProps) {
  const { t } = useTranslation()
  const { data: member, error } = useQuery(memberQuery(userId))
  const name = member ? `@${member.username}` : ''
  usePageTitle(member ? t(`members.list.${list}`, { name }) : '')
  const unknown = !member && isUnknown(error)
  return (
    <>
      <TopBar
        title={member ? <bdi>{name}</bdi> : t(`profile.${list}`)}
        backLabel={t('common.back')}
        onBack={onBack}
      />
      <div className={styles.page}>
        {unknown ? (
          <EmptyState text={t('errors.member.not_found')} />
        ) : (
          <Tabs
            label={t('members.listsLabel')}
            value={list}
            onChange={onList}
            tabs={lists.map((value) => ({ value, label: t(`profile.${value}`) }))}
          >
            <Members key={list} userId={userId} list={list} />
          </Tabs>
        )}
      </div>
    </>
  )
}

function Members({ userId, list }: Pick<FollowListsProps, 'userId' | 'list'>) {
  const { t } = useTranslation()
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(followQuery[list](userId))
  const members = pageItems(data, ({ _id }) => _id)
  if (isPending)
    return <SkeletonRows count={8} height="3.75rem" label={t('common.loading')} className={styles.list} />
  if (!members || members.length === 0) {
    const text = t('members.empty')
    if (!isError) return <EmptyState text={text} />
    return <FailedState text={text} retryLabel={t('common.tryAgain')} onRetry={refetch} />
  }
  return (
    <>
      <ul className={styles.list}>
        {members.map((member) => (
          <li key={member._id}>
            <MemberRow member={member} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
        label={t('common.loadMore')}
      />
    </>
  )
}
