import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/paths.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { errorText } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { lazyTabs, loadTab } from './lazy-tabs.ts'
import { ProfileHeader, ProfileHeaderSkeleton } from './profile-header.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { profileTabs, useProfileTab, type ProfileTabProps } from './profile-tabs.ts'
import { useTabSwipe } from './use-tab-swipe.ts'
import styles from './profile-view.module.css'

interface ProfileViewProps {
  userId: string
  /** False where the bottom navigation leads straight here. */
  withBack: boolean
}

/** A member's profile. */
export function ProfileView({ userId, withBack }: ProfileViewProps) {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const viewer = useMember()
  const { data: member, error, isPending, refetch } = useQuery(memberQuery(userId))
  usePageTitle(member ? `@${member.username}` : '')
  const isOwner = viewer?._id === userId
  return (
    <>
      <TopBar
        overlay={member !== undefined || isPending}
        title={member ? <bdi>{member.name ?? `@${member.username}`}</bdi> : t('profile.title')}
        {...(withBack ? { onBack: back, backLabel: t('common.back') } : {})}
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
          <LoadFailed
            error={error}
            unknown={t('errors.member.not_found')}
            text={errorText(error, 'errorPage.title')}
            onRetry={refetch}
          />
        </div>
      )}
    </>
  )
}

function MemberTabs({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const [tab, showTab] = useProfileTab()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)

  useEffect(() => {
    for (const name of profileTabs) void loadTab(name)
  }, [])

  useLayoutEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    // From deep in one tab to the beginning of the other; a header in sight stays where it is.
    if (box.current && box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView()
  }, [tab])

  const swipe = useTabSwipe((step) => {
    const next = profileTabs[profileTabs.indexOf(tab) + step]
    if (next) showTab(next)
  })

  const Tab = tab === 'profile' ? ProfileTab : lazyTabs[tab]
  return (
    <div ref={box} className={styles.box} {...swipe()}>
      <Tabs
        className={styles.tabs}
        label={t('profile.tabsLabel')}
        value={tab}
        onChange={showTab}
        tabs={profileTabs.map((value) => ({ value, label: t(`profile.tabs.${value}`) }))}
      >
        <Suspense fallback={<SkeletonGrid count={9} columns={3} />}>
          <Tab member={member} isOwner={isOwner} />
        </Suspense>
      </Tabs>
    </div>
  )
}
