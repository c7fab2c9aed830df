import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '#shared/api/transfer.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { FileFault } from './file-fault.tsx'
import { exportAccept, isExport } from './file-kinds.ts'
import { ImportBrief } from './import-brief.tsx'
import { importAnythingMutation } from './transfer.api.ts'
import type { Watch } from './use-watch.ts'
import styles from './whole-export.module.css'

interface WholeExportProps {
  imports: readonly Import[]
  watch: Watch
}

/** A whole export, or a table with ids, in one go. */
export function WholeExport({ imports, watch }: WholeExportProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const send = useMutation(importAnythingMutation(queryClient))
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState(false)
  const [privateLists, setPrivateLists] = useState(true)
  const progress = imports.find(({ _id }) => _id === send.data?.importId)

  const choose = (picked: File) => {
    setRefused(!isExport(picked))
    if (!isExport(picked)) return
    setFile(picked)
    send.reset()
  }

  return (
    <Section title={t('transfer.whole.title')}>
      <p className={styles.text}>{t('transfer.whole.text')}</p>
      <div className={styles.box}>
        <FileButton
          name="export"
          accept={exportAccept}
          icon={<FileArchive />}
          chosen={file?.name}
          disabled={send.isPending}
          aria-invalid={refused || send.isError || undefined}
          onFile={choose}
        >
          {t('transfer.whole.choose')}
        </FileButton>
        {refused ? <InlineError text={t('transfer.whole.refused')} /> : null}
        <Switch
          label={t('transfer.whole.privateLists')}
          hint={t('transfer.whole.privateListsHint')}
          checked={privateLists}
          disabled={send.isPending}
          onChange={setPrivateLists}
        />
        {send.isError ? (
          <FileFault title={t('transfer.whole.failed')} error={send.error} fallback="transfer.notSent" />
        ) : null}
        {progress ? <ImportBrief progress={progress} /> : null}
        <Button
          className={styles.action}
          disabled={file === null || send.isSuccess}
          busy={send.isPending}
          onClick={() => {
            if (file)
              send.mutate({ file, privateLists }, { onSuccess: ({ importId }) => watch.start(importId) })
          }}
        >
          {t('transfer.whole.action')}
        </Button>
      </div>
    </Section>
  )
}
