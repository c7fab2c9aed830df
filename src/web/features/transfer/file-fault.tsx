import { errorText, type TextKey } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { InlineError } from '#web/ui/inline-error.tsx'
import { RowPlace } from './row-place.tsx'
import styles from './file-fault.module.css'

interface FileFaultProps {
  /** What failed. */
  title: string
  error: unknown
  /** For when no answer came. */
  fallback: TextKey
}

/** Why a file was not imported, and where in it the fault is. */
export function FileFault({ title, error, fallback }: FileFaultProps) {
  const issues = error instanceof ApiError ? error.issues : []
  // The browser's own, for a file that is gone from the disk.
  const reason = errorText(error, error instanceof DOMException ? 'transfer.unreadable' : fallback)
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
