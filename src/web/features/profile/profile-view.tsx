import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { memberQuery } from '#web/features/members/members.api.ts'
import { errorText } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { prefetchTab } from './profile-data.ts'
import { ProfileHeader, ProfileHeaderSkeleton } from './profile-header.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ProfileTab } from './profile-tab.tsx'
import {
  lazyTabs,
  profileTabs,
  searchOf,
  tabOf,
  type ProfileTabName,
  type ProfileTabProps,
} from './profile-tabs.ts'
import styles from './profile-view.module.css'

interface ProfileViewProps {
  userId: string
  /** False where the bottom navigation leads straight here. */
  withBack: boolean
}

/** A member's profile (specification 1, section 2). */
export function ProfileView({ userId, withBack }: ProfileViewProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const viewer = useMember()
  const { data: member, error, isPending, refetch } = useQuery(memberQuery(userId))
  usePageTitle(member ? `@${member.username}` : '')
  const isOwner = viewer?._id === userId
  return (
    <>
      <TopBar
        overlay={member !== undefined || isPending}
        title={member ? <bdi>{member.name ?? `@${member.username}`}</bdi> : t('profile.title')}
        {...(withBack ? { onBack: () => void navigate(-1), backLabel: t('common.back') } : {})}
        action={member ? <ProfileMenu member={member} isOwner={isOwner} /> : null}
      />
      {member ? (
        <>
          <ProfileHeader member={member} />
          <MemberTabs member={member} isOwner={isOwner} />
        </>
      ) : isPending ? (
        <ProfileHeaderSkeleton />
      ) : (
        <div className={styles.failed}>
          <EmptyState
            text={errorText(error, 'errorPage.title')}
            action={
              <Button variant="secondary" size="sm" onClick={() => void refetch()}>
                {t('common.tryAgain')}
              </Button>
            }
          />
        </div>
      )}
    </>
  )
}

function MemberTabs({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(search)
  const choose = (next: ProfileTabName) => {
    const address = new URLSearchParams(searchOf(next))
    void Promise.allSettled(prefetchTab(queryClient, { userId: member._id, search: address, isOwner }))
    setSearch(address, { replace: true, preventScrollReset: true })
  }
  const Tab = tab === 'profile' ? ProfileTab : lazyTabs[tab]
  return (
    <Tabs
      className={styles.tabs}
      label={t('profile.tabsLabel')}
      value={tab}
      onChange={choose}
      tabs={profileTabs.map((value) => ({ value, label: t(`profile.tabs.${value}`) }))}
    >
      <Suspense fallback={<SkeletonGrid count={9} columns={3} />}>
        <Tab member={member} isOwner={isOwner} />
      </Suspense>
    </Tabs>
  )
}
