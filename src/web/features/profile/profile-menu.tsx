import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Pencil, Settings, Share2, UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useLogout } from '#web/features/accounts/use-logout.ts'
import { useCopyLink, useSystemShareItem } from '#web/features/links/use-link-items.tsx'
import { removeFollowerMutation } from '#web/features/members/members.api.ts'
import { errorText } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Profile } from './profile-tabs.ts'

interface ProfileMenuProps {
  member: Pick<Profile, '_id' | 'username' | 'followsMe'>
  isOwner: boolean
}

/** What can be done with a profile, by its owner and by visitors. */
export function ProfileMenu({ member, isOwner }: ProfileMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { logOut } = useLogout()
  const removeFollower = useRemoveFollower(member)

  const copyLink = useCopyLink()
  const shareItem = useSystemShareItem()

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
  const visitor = member.followsMe ? [...share, remove] : share
  return <Menu label={t('common.moreOptions')} items={isOwner ? owner : visitor} />
}

/** Asks, then makes the member stop following the viewer. */
function useRemoveFollower(member: ProfileMenuProps['member']): () => Promise<void> {
  const { t } = useTranslation()
  const viewer = useMember()
  const queryClient = useQueryClient()
  const remove = useExclusiveMutation(removeFollowerMutation(queryClient, viewer?._id ?? '', member._id))
  return async () => {
    if (remove.isRunning()) return
    const sure = await confirm({
      title: t('profile.removeFollowerQuestion', { name: member.username }),
      text: t('profile.removeFollowerText'),
      confirmLabel: t('profile.remove'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t('profile.followerRemoved')),
      onError: (error) => toast.error(errorText(error, 'profile.removeFollowerFailed')),
    })
  }
}
