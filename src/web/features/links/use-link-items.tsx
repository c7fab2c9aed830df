import { Link2, Share } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#web/ui/menu.tsx'
import { addressOf, hasSystemShare, systemShare } from './system-share.ts'
import { useCopyLink } from './use-copy-link.ts'

interface Linked {
  path: string
  /** What the system's sheet calls it. */
  title: string
}

/** Entries of a menu for the address of a screen: Copy Link and, where the browser has one, the system's sheet. */
export function useLinkItems(): (linked: Linked) => MenuItem[] {
  const { t } = useTranslation()
  const copyLink = useCopyLink()
  const shareItem = useSystemShareItem()
  return ({ path, title }) => [
    { label: t('common.copyLink'), icon: <Link2 size={20} />, onSelect: () => void copyLink(path) },
    ...shareItem({ path, title }),
  ]
}

/** One entry, or none where the browser has no sheet. */
export function useSystemShareItem(): (linked: Linked) => MenuItem[] {
  const { t } = useTranslation()
  const copyLink = useCopyLink()
  return ({ path, title }) => {
    if (!hasSystemShare()) return []
    const share = () => systemShare({ title, url: addressOf(path) }).catch(() => copyLink(path))
    return [{ label: t('common.shareVia'), icon: <Share size={20} />, onSelect: () => void share() }]
  }
}
