import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/toast.tsx'
import { addressOf } from './system-share.ts'

/** Copies the address of one of our screens and says so. */
export function useCopyLink(): (path: string, said?: string) => Promise<void> {
  const { t } = useTranslation()
  return async (path, said = t('common.linkCopied')) => {
    if (await copyText(addressOf(path))) toast.success(said)
    else toast.error(t('common.copyFailed'))
  }
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
  }
}
