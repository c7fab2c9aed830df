import { Link2, Share } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import { takeFocus } from '#web/ui/focus.ts'
import type { MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

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

/** Copies a text and says so. */
export function useCopyText(): (text: string, said: string, failed?: string) => Promise<void> {
  const { t } = useTranslation()
  return async (text, said, failed = t('common.copyFailed')) => {
    if (await copyText(text)) toast.success(said)
    else toast.error(failed)
  }
}

/** Copies the address of one of our screens and says so. */
export function useCopyLink(): (path: string, said?: string) => Promise<void> {
  const { t } = useTranslation()
  const copy = useCopyText()
  return (path, said = t('common.linkCopied')) => copy(addressOf(path), said)
}

/**
 * Copies to the clipboard; false when the browser refused. The clipboard interface exists only on secure
 * origins, so a server on a plain-http home network goes the old way.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused or without focus: the old way may still work.
  }
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    // The selection took it from the button that was pressed.
    if (activeElement instanceof HTMLElement) takeFocus(activeElement)
  }
}

/** The whole address of one of our screens. */
const addressOf = (path: string) => new URL(path, window.location.origin).href

/** Browsers without a share sheet of the system, and plain-http origins, lack the function. */
const hasSystemShare = () => typeof navigator.share === 'function'

/** Whether the system's sheet takes this file. */
export const canShareFile = (file: File) =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** Opens the system's sheet. A member who closes it has decided so: that is no fault. */
export async function systemShare(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
