import { errorText, useTranslation, type TextKey } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import styles from './file-error.module.css'
import { maxMegabytes, type FileRefusal } from './file-kinds.ts'

interface FileErrorProps {
  /** What failed. */
  title: string
  error: unknown
}

/** Why a file was not imported, and where in it the fault is. */
export function FileError({ title, error }: FileErrorProps) {
  const issues = error instanceof ApiError ? error.issues : []
  // The browser's own, for a file that is gone from the disk.
  const reason = errorText(error, error instanceof DOMException ? 'transfer.unreadable' : 'transfer.notSent')
  return (
    <InlineError text={title}>
      <span className={styles.text}>{reason}</span>
      {issues.map(({ path, params }) => (
        <span key={path} className={styles.place}>
          <RowPlace file={String(params?.['file'] ?? path)} line={params?.['line']} />
        </span>
      ))}
    </InlineError>
  )
}

interface RefusedFileProps {
  refusal: FileRefusal | null
  /** What may be chosen here. */
  kinds: TextKey
}

/** Why the last file that was picked is not taken. */
export function RefusedFile({ refusal, kinds }: RefusedFileProps) {
  const { t } = useTranslation()
  if (refusal === null) return null
  const texts = {
    kind: t(kinds),
    size: t('transfer.tooLarge', { mb: maxMegabytes }),
    empty: t('errors.import.empty'),
  }
  return <InlineError text={texts[refusal]} />
}

/** Where something stands; without a line the file alone. The name of the file has a direction of its own. */
export function RowPlace({ file, line }: { file: string; line: string | number | undefined }) {
  const { t } = useTranslation()
  const name = <bdi>{file}</bdi>
  if (line === undefined) return name
  return <TextWithSlot text={t('transfer.place', { file: slot, line })}>{name}</TextWithSlot>
}
