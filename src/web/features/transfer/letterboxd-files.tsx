import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import type { Import } from '#shared/api/transfer.ts'
import { paths } from '#shared/paths.ts'
import { alert } from '#web/ui/overlays/alert.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { readPreview, type Preview } from './csv-preview.ts'
import { FileError, RefusedFile } from './file-error.tsx'
import { csvAccept, isCsv, refusalOf, type FileRefusal } from './file-kinds.ts'
import { ImportBrief, useRemoval } from './import-card.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import styles from './letterboxd-files.module.css'
import { letterboxdFields, sendLetterboxdFile, type LetterboxdField } from './transfer.api.ts'
import type { ImportWatch } from './use-import-watch.ts'

interface LetterboxdFilesProps {
  imports: readonly Import[]
  watch: ImportWatch
}

/** The three files of Letterboxd. */
export function LetterboxdFiles({ imports, watch }: LetterboxdFilesProps) {
  const { t } = useTranslation()
  const { fields, busy, waiting, choose, upload, clear } = useUploads(watch.start)
  const complete = watch.complete && !busy && !waiting
  const removable = lastImports(imports, watch.watched)
  const [removed, setRemoved] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const removal = useRemoval((result) => {
    setRemoved(result)
    watch.clear()
    status.current?.focus()
  })
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
            setRemoved('')
            watch.clear()
          }}
        >
          {t('transfer.undo')}
        </Button>
        {removable.length > 0 ? (
          <Button variant="ghost" busy={removal.isPending} onClick={() => void removal.ask(removable)}>
            {t('transfer.removeLast')}
          </Button>
        ) : null}
        <Link ref={onward} className={buttonClass(complete ? 'primary' : 'ghost')} to={paths.profile()}>
          {t('transfer.toProfile')}
        </Link>
      </div>
      <p className={styles.note}>{t('transfer.undoNote')}</p>
      {removal.error ? <InlineError text={errorText(removal.error, 'transfer.remove.failed')} /> : null}
      <p ref={status} tabIndex={-1} role="status" className={complete ? styles.complete : styles.said}>
        {complete
          ? t('transfer.complete')
          : removed || (watch.cleared && !waiting ? t('transfer.cleared') : '')}
      </p>
    </div>
  )
}

/** Those of this visit that brought something in, else the newest one that did. */
function lastImports(imports: readonly Import[], watched: readonly string[]): Import[] {
  const ended = imports.filter(({ state, imported }) => state !== 'running' && imported > 0)
  const ofVisit = ended.filter(({ _id }) => watched.includes(_id))
  return ofVisit.length > 0 ? ofVisit : ended.slice(0, 1)
}

interface ImportFieldProps {
  field: LetterboxdField
  chosen: ChosenFile | null
  refusal: FileRefusal | null
  /** What the server makes of the file, once it was sent. */
  progress: Import | undefined
  busy: boolean
  onFile: (file: File) => void
}

/** The picker of one of Letterboxd's files, its first lines, and how its import goes. */
function ImportField({ field, chosen, refusal, progress, busy, onFile }: ImportFieldProps) {
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
        <FileError title={t(`transfer.importFailed.${field}`)} error={chosen.error} />
      ) : null}
      {chosen?.state === 'sent' && progress ? <ImportBrief progress={progress} /> : null}
    </section>
  )
}

/** Reachable with the keyboard, which scrolls it then. */
const scroller = { role: 'region', tabIndex: 0 } as const

interface PreviewTableProps {
  file: string
  preview: Preview
}

/** The first lines of a file. Wider than its box it scrolls there; a cell shows the beginning of its text. */
function PreviewTable({ file, preview: { columns, rows } }: PreviewTableProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className={styles.none}>{t('transfer.noPreview')}</p>
  const label = t('transfer.previewLabel', { file })
  return (
    <div className={styles.box} aria-label={label} {...scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ at, text }) => (
              <th key={at} scope="col" dir="auto">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number}>
              {cells.map(({ at, text }) => (
                <td key={at}>
                  <span className={styles.cell} dir="auto">
                    {text}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ChosenFile {
  file: File
  /** Null until it is read, or where it cannot be. */
  preview: Preview | null
  state: 'chosen' | 'uploading' | 'sent' | 'failed'
  error: unknown
  /** Once it was sent. */
  importId: string | null
}

interface FieldState {
  chosen: ChosenFile | null
  /** Why the last file that was picked is not taken; one chosen before stays. */
  refusal: FileRefusal | null
}

const untouched: FieldState = { chosen: null, refusal: null }
const empty: Record<LetterboxdField, FieldState> = {
  diary: untouched,
  ratings: untouched,
  watchlist: untouched,
}

/** Stands in the message of an answer when the file was taken. */
const successMark = '✅'

/**
 * The three files: chosen, previewed and sent one after the other. What failed stays chosen for another try, what was
 * sent is not sent again.
 */
function useUploads(onStarted: (importId: string) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(empty)
  const [busy, setBusy] = useState(false)

  const change = (field: LetterboxdField, file: File, patch: Partial<ChosenFile>) =>
    setFields((now) => {
      const { chosen } = now[field]
      // Another file was chosen meanwhile.
      if (chosen?.file !== file) return now
      return { ...now, [field]: { refusal: null, chosen: { ...chosen, ...patch } } }
    })

  const choose = async (field: LetterboxdField, file: File) => {
    const refusal = refusalOf(file, isCsv)
    if (refusal !== null) {
      setFields((now) => ({ ...now, [field]: { ...now[field], refusal } }))
      return
    }
    const chosen: ChosenFile = { file, preview: null, state: 'chosen', error: null, importId: null }
    setFields((now) => ({ ...now, [field]: { chosen, refusal: null } }))
    const preview = await readPreview(file).catch(() => null)
    change(field, file, { preview })
  }

  /** The server's message; empty when it did not take the file. */
  const sendOne = async (field: LetterboxdField, file: File): Promise<string> => {
    change(field, file, { state: 'uploading', error: null })
    try {
      const { message, importId } = await sendLetterboxdFile(queryClient, field, file)
      change(field, file, { state: 'sent', importId })
      onStarted(importId)
      return message
    } catch (error) {
      change(field, file, { state: 'failed', error })
      return ''
    }
  }

  /** `finalFocus`: what has the focus after the greeting. */
  const upload = async (finalFocus: () => HTMLElement | null) => {
    setBusy(true)
    const messages: string[] = []
    for (const field of letterboxdFields) {
      const { chosen } = fields[field]
      if (chosen && chosen.state !== 'sent') messages.push(await sendOne(field, chosen.file))
    }
    setBusy(false)
    if (messages.some((message) => message.includes(successMark)))
      await alert({ title: t('transfer.welcome'), okLabel: t('common.ok'), finalFocus })
  }

  const all = letterboxdFields.flatMap((field) => fields[field].chosen ?? [])
  return {
    fields,
    busy,
    /** Something is chosen that the server did not take yet. */
    waiting: all.some(({ state }) => state !== 'sent'),
    choose,
    upload,
    clear: () => setFields(empty),
  }
}
