import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Import } from '#shared/api/transfer.ts'
import { paths } from '#shared/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ImportField } from './import-field.tsx'
import { letterboxdFields } from './transfer.api.ts'
import { useUploads } from './use-uploads.ts'
import type { Watch } from './use-watch.ts'
import styles from './letterboxd-files.module.css'

interface LetterboxdFilesProps {
  imports: readonly Import[]
  watch: Watch
}

/** The three files of Letterboxd. */
export function LetterboxdFiles({ imports, watch }: LetterboxdFilesProps) {
  const { t } = useTranslation()
  const { fields, busy, waiting, choose, upload, clear } = useUploads(watch.start)
  const complete = watch.complete && !busy && !waiting
  const submit = useRef<HTMLButtonElement>(null)
  const onward = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    // The button that had the focus is gone.
    if (complete && document.activeElement === document.body) onward.current?.focus({ preventScroll: true })
  }, [complete])

  return (
    <div className={styles.files}>
      <div className={styles.fields}>
        {letterboxdFields.map((field) => {
          const { chosen, refusal } = fields[field]
          return (
            <ImportField
              key={field}
              field={field}
              chosen={chosen}
              refusal={refusal}
              progress={imports.find(({ _id }) => _id === chosen?.importId)}
              busy={busy}
              onFile={(file) => void choose(field, file)}
            />
          )
        })}
      </div>
      <div className={styles.actions}>
        {complete ? null : (
          <Button
            ref={submit}
            disabled={!waiting}
            busy={busy}
            onClick={() => void upload(() => submit.current ?? onward.current)}
          >
            {t('transfer.uploadAll')}
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() => {
            clear()
            watch.clear()
          }}
        >
          {t('transfer.undo')}
        </Button>
        <Link ref={onward} className={buttonClass(complete ? 'primary' : 'ghost')} to={paths.profile()}>
          {t('transfer.toProfile')}
        </Link>
      </div>
      <p role="status" className={complete ? styles.complete : styles.said}>
        {complete ? t('transfer.complete') : watch.cleared && !waiting ? t('transfer.cleared') : ''}
      </p>
    </div>
  )
}
