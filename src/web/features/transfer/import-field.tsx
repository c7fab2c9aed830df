import { FileUp } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '#shared/api/transfer.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { FileFault } from './file-fault.tsx'
import { csvAccept, type Refusal } from './file-kinds.ts'
import { ImportBrief } from './import-brief.tsx'
import { PreviewTable } from './preview-table.tsx'
import { RefusedFile } from './refused-file.tsx'
import type { LetterboxdField } from './transfer.api.ts'
import type { ChosenFile } from './use-uploads.ts'
import styles from './import-field.module.css'

interface ImportFieldProps {
  field: LetterboxdField
  chosen: ChosenFile | null
  refusal: Refusal | null
  /** What the server makes of the file, once it was sent. */
  progress: Import | undefined
  busy: boolean
  onFile: (file: File) => void
}

/** The picker of one of Letterboxd’s files, its first lines, and how its import goes. */
export function ImportField({ field, chosen, refusal, progress, busy, onFile }: ImportFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const name = t(`transfer.field.${field}`)
  const action = t('transfer.choose')
  return (
    <section className={styles.field} aria-labelledby={id} aria-busy={chosen?.state === 'uploading'}>
      <h2 id={id} className={styles.name}>
        {name}
      </h2>
      <FileButton
        name={field}
        accept={csvAccept}
        size="sm"
        icon={<FileUp />}
        chosen={chosen?.file.name}
        disabled={busy}
        aria-label={`${name} ${action}`}
        aria-invalid={refusal !== null || chosen?.state === 'failed' || undefined}
        onFile={onFile}
      >
        {action}
      </FileButton>
      <RefusedFile refusal={refusal} kinds="transfer.notCsv" />
      {chosen?.preview ? <PreviewTable file={chosen.file.name} preview={chosen.preview} /> : null}
      {chosen?.state === 'uploading' ? <p className={styles.state}>{t('transfer.uploading')}</p> : null}
      {chosen?.state === 'failed' ? (
        <FileFault
          title={t(`transfer.importFailed.${field}`)}
          error={chosen.error}
          fallback="transfer.notSent"
        />
      ) : null}
      {chosen?.state === 'sent' && progress ? <ImportBrief progress={progress} /> : null}
    </section>
  )
}
