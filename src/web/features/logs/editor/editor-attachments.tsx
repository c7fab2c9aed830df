import { ImagePlay, ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { AttachedGif } from '#web/features/gifs/member-gif.tsx'
import { useGifPicker } from '#web/features/gifs/use-gif-picker.tsx'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { useObjectUrl } from '#web/ui/pictures/picture-source.ts'
import { imageError, type LogDraft } from './log-draft.ts'
import styles from './editor-attachments.module.css'

interface EditorAttachmentsProps {
  draft: LogDraft
  onChange: (patch: Partial<LogDraft>) => void
  /** A chosen picture, not sent yet. */
  image: File | null
  onImage: (image: File | null) => void
  /** The address of the picture that the log has. */
  savedImage: string | null
}

/** The picture and the GIF of a log, and whether its text gives the story away. */
export function EditorAttachments({ draft, onChange, image, onImage, savedImage }: EditorAttachmentsProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<ReturnType<typeof imageError>>(null)
  const gifs = useGifPicker(({ url, title, width, height }) =>
    onChange({ gif: { url, details: { title, width, height } } }),
  )
  const preview = useObjectUrl(image)
  const keptImage = draft.removeImage ? null : savedImage
  const hasImage = image !== null || keptImage !== null

  const pick = (file: File) => {
    const found = imageError(file)
    setFault(found)
    if (found === null) onImage(file)
  }

  /** The button that took something away goes with it: the focus returns to the one that brings it back. */
  const focusButton = (kind: 'image' | 'gif') =>
    row.current?.querySelector<HTMLElement>(`[data-attach="${kind}"]`)?.focus()

  const removeImage = () => {
    setFault(null)
    onImage(null)
    if (savedImage !== null) onChange({ removeImage: true })
    focusButton('image')
  }

  return (
    <div className={styles.attachments}>
      <div ref={row} className={styles.row}>
        <div className={styles.buttons}>
          <FileButton
            size="sm"
            accept="image/*"
            onFile={pick}
            icon={<ImagePlus size={20} />}
            data-attach="image"
          >
            {t(hasImage ? 'log.changeImage' : 'log.addImage')}
          </FileButton>
          <Button
            variant="secondary"
            size="sm"
            icon={<ImagePlay size={20} />}
            busy={gifs.isLoading}
            onClick={gifs.open}
            aria-haspopup="dialog"
            data-attach="gif"
          >
            {t(draft.gif === null ? 'gifs.add' : 'gifs.change')}
          </Button>
        </div>
        <div className={styles.spoilers}>
          <Switch
            label={t('log.spoilers')}
            checked={draft.spoilers}
            onChange={(spoilers) => onChange({ spoilers })}
          />
        </div>
      </div>
      {fault === null ? null : <InlineError text={t(`errors.${fault}`)} />}
      {hasImage || draft.gif !== null ? (
        <div className={styles.previews}>
          {hasImage ? (
            <div className={styles.preview}>
              <img src={(image === null ? keptImage : preview) ?? undefined} alt={t('log.imagePreview')} />
              <IconButton
                className={styles.remove}
                variant="overlay"
                label={t('log.removeImage')}
                icon={<X size={20} />}
                onClick={removeImage}
              />
            </div>
          ) : null}
          {draft.gif === null ? null : (
            <AttachedGif
              gif={draft.gif.url}
              details={draft.gif.details}
              onRemove={() => {
                onChange({ gif: null })
                focusButton('gif')
              }}
            />
          )}
        </div>
      ) : null}
      {gifs.picker}
    </div>
  )
}
