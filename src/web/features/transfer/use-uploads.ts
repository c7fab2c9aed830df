import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alert } from '#web/ui/alert.tsx'
import { readPreview, type Preview } from './csv-preview.ts'
import { isCsv, refusalOf, type Refusal } from './file-kinds.ts'
import { letterboxdFields, sendLetterboxdFile, type LetterboxdField } from './transfer.api.ts'

export interface ChosenFile {
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
  refusal: Refusal | null
}

const untouched: FieldState = { chosen: null, refusal: null }
const empty: Record<LetterboxdField, FieldState> = {
  diary: untouched,
  ratings: untouched,
  watchlist: untouched,
}

/** In the message of an answer: the file was taken. */
const successMark = '✅'

/**
 * The three files: chosen, previewed and sent one after the other. What failed stays chosen for another try, what was
 * sent is not sent again.
 */
export function useUploads(onStarted: (importId: string) => void) {
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

  /** The server’s message; empty when it did not take the file. */
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
