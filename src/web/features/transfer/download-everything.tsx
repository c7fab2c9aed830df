import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { downloadExportMutation } from './transfer.api.ts'
import styles from './download-everything.module.css'

interface DownloadEverythingProps {
  username: string
}

/** Everything of the member as one file to keep. */
export function DownloadEverything({ username }: DownloadEverythingProps) {
  const { t } = useTranslation()
  const save = useMutation(downloadExportMutation(username))
  return (
    <div className={styles.box}>
      <p className={styles.text}>{t('transfer.export.text')}</p>
      {save.isError ? <InlineError text={errorText(save.error, 'transfer.export.failed')} /> : null}
      <Button variant="secondary" icon={<Download />} busy={save.isPending} onClick={() => save.mutate()}>
        {t(save.isError ? 'common.tryAgain' : 'transfer.export.action')}
      </Button>
      <span role="status" className={styles.said}>
        {save.isPending ? t('transfer.export.busy') : save.isSuccess ? t('transfer.export.done') : ''}
      </span>
    </div>
  )
}
