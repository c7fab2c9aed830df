import { useTranslation } from 'react-i18next'
import { copyText } from '#web/lib/copy-text.ts'
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
