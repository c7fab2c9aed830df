import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { imageError } from '#web/features/logs/editor/log-draft.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { useObjectUrl } from '#web/ui/pictures/picture-source.ts'
import styles from './cover-field.module.css'
import { ListCover } from '#web/features/lists/list-cover.tsx'
import type { ListFormState } from './list-draft.ts'
import type { ListValues } from './list-values.ts'
import { uploadCover } from '#web/features/lists/lists.api.ts'

// Most visits to the form do not get this far.
const CoverCrop = onDemand(
  async () => (await import('#web/features/accounts/avatar/picture-crop.tsx')).CoverCrop,
)

interface CoverFieldProps {
  values: ListValues
  /** The cropped picture of this visit. */
  file: File | null
  cover: ListCoverState
}

/** The cover of a list: picked, cut to 16:9 and uploaded; without one the first films stand for it. */
export function CoverField({ values, file, cover }: CoverFieldProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<File | null>(null)
  const [fault, setFault] = useState<ReturnType<typeof imageError>>(null)
  const box = useRef<HTMLDivElement>(null)
  const preview = useObjectUrl(file)
  const hasCover = file !== null || values.coverImage !== null

  const pick = (chosen: File) => {
    const found = imageError(chosen)
    setFault(found)
    if (found === null) setPicked(chosen)
  }

  const remove = () => {
    setFault(null)
    cover.remove()
    // The button goes with the picture.
    box.current?.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <div ref={box} className={styles.field} role="group" aria-label={t('listForm.cover')}>
      <div className={styles.frame} aria-busy={cover.isSending}>
        {preview === null ? (
          <ListCover
            list={{
              coverImage: values.coverImage,
              posters: values.films
                .slice(0, 4)
                .map(({ posterOverride, poster }) => posterOverride ?? poster)
                .filter((poster) => poster !== null),
            }}
            coverSizes="(min-width: 1024px) 400px, (min-width: 600px) 680px, 100vw"
            posterSizes="(min-width: 1024px) 100px, 25vw"
          />
        ) : (
          <img className={styles.preview} src={preview} alt={t('listForm.coverAlt')} />
        )}
        {cover.isSending ? (
          <span className={styles.sending} role="status">
            <Spinner />
            {t('listForm.uploading')}
          </span>
        ) : null}
        {hasCover ? (
          <IconButton
            className={styles.remove}
            variant="overlay"
            label={t('listForm.removeCover')}
            icon={<Trash2 />}
            onClick={remove}
          />
        ) : null}
      </div>
      <FileButton
        name="cover"
        accept="image/*"
        size="sm"
        icon={<ImagePlus />}
        aria-invalid={fault === null && cover.error === null ? undefined : true}
        onFile={pick}
      >
        {t(hasCover ? 'listForm.changeCover' : 'listForm.addCover')}
      </FileButton>
      {fault === null ? null : <InlineError text={t(`errors.${fault}`)} />}
      {cover.error === null ? null : (
        <div className={styles.failure}>
          <InlineError text={coverError(cover.error, t('listForm.uploadFailed'))} />
          <Button variant="secondary" size="sm" onClick={() => void cover.send()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {picked ? (
        <CoverCrop
          file={picked}
          onClose={() => setPicked(null)}
          onDone={(cropped) => {
            setPicked(null)
            cover.choose(cropped)
          }}
        />
      ) : null}
    </div>
  )
}

/** The server's reason where it is about the picture itself. */
function coverError(error: Error, otherwise: string): string {
  return error instanceof ApiError && error.code.startsWith('upload.')
    ? errorText(error, 'listForm.uploadFailed')
    : otherwise
}

interface ListCoverState {
  isSending: boolean
  /** Why the picture is not uploaded; null while nothing is wrong. */
  error: Error | null
  /** Uploads the picture unless it is; false when it could not be. */
  send: () => Promise<boolean>
  choose: (file: File) => void
  remove: () => void
  /** The server no longer has the uploaded picture: the next `send` uploads it again. False without one. */
  lost: () => boolean
}

/** The cropped picture on its way to the server; it stays in the form whatever becomes of it. */
export function useListCover({ current, put, set }: ListFormState): ListCoverState {
  const [sending, setSending] = useState<File | null>(null)
  const [failed, setFailed] = useState<{ file: File; error: Error } | null>(null)
  const running = useRef<{ file: File; done: Promise<boolean> } | null>(null)

  const upload = async (file: File): Promise<boolean> => {
    setSending(file)
    setFailed(null)
    try {
      const coverImage = await uploadCover(file)
      if (current().coverFile === file) set({ coverImage })
      return true
    } catch (error) {
      setFailed({ file, error: error instanceof Error ? error : new ApiError(0, 'offline', '') })
      return false
    } finally {
      if (running.current?.file === file) running.current = null
      setSending((now) => (now === file ? null : now))
    }
  }

  const send = (): Promise<boolean> => {
    const { coverFile: file, values } = current()
    if (file === null || values.coverImage !== null) return Promise.resolve(true)
    if (running.current?.file !== file) running.current = { file, done: upload(file) }
    return running.current.done
  }

  const { coverFile } = current()
  return {
    isSending: sending !== null && sending === coverFile,
    error: failed !== null && failed.file === coverFile ? failed.error : null,
    send,
    choose: (file) => {
      put({ coverFile: file })
      set({ coverImage: null })
      void send()
    },
    remove: () => {
      put({ coverFile: null })
      set({ coverImage: null })
    },
    lost: () => {
      if (current().coverFile === null || current().values.coverImage === null) return false
      set({ coverImage: null })
      return true
    },
  }
}
