import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { FindPeople } from '#web/features/paging/ways-on.tsx'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
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
  const { data: member, error, isPending } = useQuery(memberQuery(userId))
  const name = member ? `@${member.username}` : ''
  usePageTitle(member ? t(`members.list.${list}`, { name }) : isPending ? '' : t(`members.tabs.${list}`))
  const unknown = !member && isUnknown(error)
  return (
    <>
      <TopBar title={member ? <bdi>{name}</bdi> : t(`members.tabs.${list}`)} onBack={onBack} />
      <div className={styles.page}>
        {unknown ? (
          <EmptyState drawing="curtain" text={t('errors.member.not_found')} action={<FindPeople />} />
        ) : (
          <Tabs
            label={t('members.listsLabel')}
            value={list}
            onChange={onList}
            tabs={lists.map((value) => ({ value, label: t(`members.tabs.${value}`) }))}
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
  const pages = useInfiniteQuery(followQuery[list](userId))
  return (
    <PagedList
      pages={pages}
      items={pageItems(pages.data, ({ _id }) => _id)}
      skeleton={<LoadingRows count={8} height="3.75rem" className={styles.list} />}
      empty={t('members.empty')}
      drawing="seats"
      wayOn={<FindPeople />}
    >
      {(members) => (
        <ul className={styles.list}>
          {members.map((member) => (
            <li key={member._id}>
              <MemberRow member={member} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
