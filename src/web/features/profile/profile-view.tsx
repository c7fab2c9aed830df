import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, LogOut, Pencil, Popcorn, Settings, Share2, UserMinus } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, type ComponentType } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { firstWords } from '#shared/review-text.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { useReportItem } from '#web/features/moderation/use-report-item.tsx'
import { useLogout } from '#web/features/accounts/use-logout.ts'
import { useCopyLink, useSystemShareItem } from '#web/features/links/use-link-items.tsx'
import { FollowButton } from '#web/features/members/follow-button.tsx'
import { memberQuery, removeFollowerMutation } from '#web/features/members/members.api.ts'
import { useSafetyItems } from '#web/features/safety/use-safety-items.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { forgetStandIns, useIsOwner, useViewedAs } from '#web/lib/viewed-as.ts'
import { useBack } from '#web/lib/use-back.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { whenUsed } from '#web/lib/page-load.ts'
import { lazyTabs, loadTab } from './profile-data.ts'
import { ProfileHeader, ProfileHeaderSkeleton } from './profile-header.tsx'
import { ProfileParts } from './profile-parts.tsx'
import { ProfileTab } from './profile-tab.tsx'
import type { Profile } from '#web/features/members/members.api.ts'
import { profileTabs, useProfileTab, type ProfileTabProps } from './profile-tabs.ts'
import type { TabSwipeProps } from './tab-swipe.tsx'
import page from '#web/ui/layout/page.module.css'
import styles from './profile-view.module.css'

/** Nobody swipes before something is there; without it the tabs can still be pressed. */
const TabSwipe = lazy(async (): Promise<{ default: ComponentType<TabSwipeProps> }> => {
  try {
    return { default: (await import('./tab-swipe.tsx')).TabSwipe }
  } catch {
    return { default: () => null }
  }
})

interface ProfileViewProps {
  userId: string
  /** False where the bottom navigation leads straight here. */
  withBack: boolean
}

/** A member's profile. */
export function ProfileView({ userId, withBack }: ProfileViewProps) {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const { data: member, error, isPending, refetch } = useQuery(memberQuery(userId))
  usePageTitle(member ? `@${member.username}` : isPending ? '' : t('profile.title'))
  const isOwner = useIsOwner(userId)
  // On a desk in the bar, on a phone below the artwork, where there is room for it.
  const isDesk = useMediaQuery('(min-width: 769px)')
  const isViewedAs = useViewedAs() !== null
  const actions =
    member && !isViewedAs ? (
      <>
        <MainAction member={member} isOwner={isOwner} />
        <ProfileMenu member={member} isOwner={isOwner} />
      </>
    ) : null
  return (
    <>
      <TopBar
        overlay={member !== undefined || isPending}
        title={member ? <bdi>{member.name ?? `@${member.username}`}</bdi> : t('profile.title')}
        onBack={withBack ? back : undefined}
        action={isDesk ? actions : null}
      />
      {member ? (
        <>
          <ProfileHeader member={member} actions={isDesk ? null : actions} />
          <MemberTabs member={member} isOwner={isOwner} />
        </>
      ) : isPending ? (
        <ProfileHeaderSkeleton />
      ) : (
        <div className={page.failed}>
          <LoadFailed error={error} unknown={t('errors.member.not_found')} onRetry={refetch} />
        </div>
      )}
    </>
  )
}

const tabsAfterMs = 3000

function MemberTabs({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const [tab, showTab] = useProfileTab()
  const box = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)

  // The code of the other tabs comes behind what is in sight: when the page is used, or soon.
  useEffect(() => {
    const load = () => {
      for (const name of profileTabs) void loadTab(name)
    }
    const timer = setTimeout(load, tabsAfterMs)
    const end = whenUsed(load)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])

  useLayoutEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    // From deep in one tab to the beginning of the other; a header in sight stays where it is.
    if (box.current && box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView()
    // What was pressed may have gone with its tab.
    if (document.activeElement === document.body)
      takeFocus(area.current?.querySelector<HTMLElement>(`[role="tab"][data-value="${tab}"]`) ?? null)
  }, [tab])

  const swipe = (step: 1 | -1) => {
    const next = profileTabs[profileTabs.indexOf(tab) + step]
    if (next) showTab(next)
  }

  const Tab = tab === 'profile' ? ProfileTab : lazyTabs[tab]
  return (
    <div ref={box} className={styles.panel}>
      <div ref={area} className={styles.box}>
        <Suspense fallback={null}>
          <TabSwipe area={area} onSwipe={swipe} />
        </Suspense>
        <Tabs
          className={styles.tabs}
          label={t('profile.tabsLabel')}
          value={tab}
          onChange={showTab}
          tabs={profileTabs.map((value) => ({ value, label: t(`profile.tabs.${value}`) }))}
          beside={<ProfileParts userId={member._id} inBar />}
        >
          <Suspense fallback={<SkeletonGrid count={12} columns="wall" />}>
            <Tab member={member} isOwner={isOwner} />
          </Suspense>
        </Tabs>
      </div>
    </div>
  )
}

/** What one comes for: to follow the member, or to change what is one's own. */
function MainAction({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  if (!isOwner) return <FollowButton member={member} />
  return (
    <Link className={buttonClass('secondary', 'sm')} to={paths.editProfile()}>
      {t('profile.edit')}
    </Link>
  )
}

interface ProfileMenuProps {
  member: Pick<Profile, '_id' | 'username' | 'followsMe' | 'mute' | 'bio' | 'avatar' | 'backdrop'>
  isOwner: boolean
}

/** What can be done with a profile, by its owner and by visitors. */
function ProfileMenu({ member, isOwner }: ProfileMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { logOut } = useLogout()
  const removeFollower = useRemoveFollower(member)
  const reportItem = useReportItem()

  const copyLink = useCopyLink()
  const shareItem = useSystemShareItem()
  const safetyItems = useSafetyItems()

  const path = paths.profile(member._id)
  const share: MenuItem[] = [
    {
      label: t('profile.share'),
      icon: <Share2 size={20} />,
      onSelect: () => void copyLink(path, t('profile.linkCopied')),
    },
    ...shareItem({ path, title: `@${member.username}` }),
  ]
  const owner: MenuItem[] = [
    {
      label: t('profile.edit'),
      icon: <Pencil size={20} />,
      onSelect: () => void navigate(paths.editProfile()),
    },
    ...share,
    {
      label: t('audiences.viewAs.label'),
      icon: <Eye size={20} />,
      onSelect: () => {
        forgetStandIns()
        void navigate(`${path}?as=guest`)
      },
    },
    {
      label: t('tonight.title'),
      icon: <Popcorn size={20} />,
      onSelect: () => void navigate(paths.tonight()),
    },
    {
      label: t('profile.settings'),
      icon: <Settings size={20} />,
      onSelect: () => void navigate(paths.settings()),
    },
    {
      label: t('auth.logout.action'),
      icon: <LogOut size={20} data-mirror="" />,
      onSelect: () => void logOut(),
    },
  ]
  const remove: MenuItem = {
    label: t('profile.removeFollower'),
    icon: <UserMinus size={20} />,
    danger: true,
    onSelect: () => void removeFollower(),
  }
  const report = reportItem({
    kind: 'member',
    id: member._id,
    memberId: member._id,
    username: member.username,
    excerpt: firstWords(member.bio, 20),
    pictures: [member.avatar, member.backdrop],
  })
  const visitor = (): MenuItem[] => [
    ...share,
    ...(member.followsMe ? [remove] : []),
    ...safetyItems(member, {
      mute: member.mute,
      leave: () => navigate(paths.home(), { replace: true }),
    }),
    report,
  ]
  return <Menu label={t('common.moreOptions')} items={isOwner ? owner : visitor()} />
}

/** Asks, then makes the member stop following the viewer. */
function useRemoveFollower(member: ProfileMenuProps['member']): () => Promise<void> {
  const { t } = useTranslation()
  const viewer = useMember()
  const queryClient = useQueryClient()
  const remove = useExclusiveMutation(removeFollowerMutation(queryClient, viewer?._id ?? '', member._id))
  return async () => {
    if (remove.isRunning()) return
    const sure = await confirmDanger({
      title: t('profile.removeFollowerQuestion', { name: member.username }),
      text: t('profile.removeFollowerText'),
      confirmLabel: t('profile.remove'),
    })
    if (!sure) return
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t('profile.followerRemoved')),
      onError: failureToast('profile.removeFollowerFailed'),
    })
  }
}
