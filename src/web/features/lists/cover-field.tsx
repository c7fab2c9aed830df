import { ImagePlus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageFault } from '#web/features/logs/log-draft.ts'
import { errorText } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import { ListCover } from './list-cover.tsx'
import type { ListValues } from './list-values.ts'
import type { ListCoverState } from './use-list-cover.ts'
import styles from './cover-field.module.css'

// Most visits to the form do not get this far.
const CoverCrop = lazy(async () => ({ default: (await import('./cover-crop.tsx')).CoverCrop }))

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
  const [fault, setFault] = useState<ReturnType<typeof imageFault>>(null)
  const box = useRef<HTMLDivElement>(null)
  const preview = useObjectUrl(file)
  const hasCover = file !== null || values.coverImage !== null

  const pick = (chosen: File) => {
    const found = imageFault(chosen)
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
          <InlineError text={coverFault(cover.error, t('listForm.uploadFailed'))} />
          <Button variant="secondary" size="sm" onClick={() => void cover.send()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {picked ? (
        <Suspense fallback={null}>
          <CoverCrop
            file={picked}
            onCancel={() => setPicked(null)}
            onDone={(cropped) => {
              setPicked(null)
              cover.choose(cropped)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The server's reason where it is about the picture itself. */
function coverFault(error: Error, otherwise: string): string {
  return error instanceof ApiError && error.code.startsWith('upload.')
    ? errorText(error, 'listForm.uploadFailed')
    : otherwise
}
