import { useTranslation } from 'react-i18next'
import { copyText } from '#web/lib/copy-text.ts'
import { toast } from '#web/ui/toast.tsx'

/** Copies the address of one of our screens and says so. */
export function useCopyLink(): (path: string) => Promise<void> {
  const { t } = useTranslation()
  return async (path) => {
    if (await copyText(new URL(path, window.location.origin).href)) toast.success(t('common.linkCopied'))
    else toast.error(t('common.copyFailed'))
  }
}
