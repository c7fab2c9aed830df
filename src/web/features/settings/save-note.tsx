import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureText } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './save-note.module.css'

const savedMs = 2000

interface SaveNoteProps {
  save: Pick<UseMutationResult, 'status' | 'submittedAt' | 'error'>
}

/** Beside what is saved at once: for two seconds that it is saved, or why it is not until the next try. */
export function SaveNote({ save: { status, submittedAt, error } }: SaveNoteProps) {
  const { t } = useTranslation()
  const [endedAt, setEndedAt] = useState(0)
  useEffect(() => {
    if (status !== 'success') return undefined
    const timer = setTimeout(() => setEndedAt(submittedAt), savedMs)
    return () => clearTimeout(timer)
  }, [status, submittedAt])
  const isFailed = status === 'error'
  return (
    <span role="status" className={classNames(styles.note, isFailed && styles.failed)}>
      {isFailed ? failureText(error, 'common.saveFailed') : null}
      {status === 'success' && endedAt !== submittedAt ? t('settings.saved') : null}
    </span>
  )
}
