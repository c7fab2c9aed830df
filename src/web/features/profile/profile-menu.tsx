import { LogOut, Settings, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useLogout } from '#web/features/accounts/use-logout.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { paths } from '#web/lib/paths.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

interface ProfileMenuProps {
  member: { _id: string }
  isOwner: boolean
}

/** What can be done with a profile, by its owner and by visitors (specification 1, section 2). */
export function ProfileMenu({ member, isOwner }: ProfileMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { logOut } = useLogout()

  const share = async () => {
    const link = new URL(paths.profile(member._id), window.location.origin).href
    if (await copyText(link)) toast.success(t('profile.linkCopied'))
    else toast.error(t('common.copyFailed'))
  }

  const everybody: MenuItem[] = [
    { label: t('profile.share'), icon: <Share2 size={20} />, onSelect: () => void share() },
  ]
  const owner: MenuItem[] = [
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
  return <Menu label={t('common.moreOptions')} items={isOwner ? [...everybody, ...owner] : everybody} />
}
