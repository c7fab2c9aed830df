import { Camera, ImageIcon, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { toDataUrl } from '#web/lib/files.ts'
import { avatarUrl, backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { Backdrop } from '#web/ui/pictures/picture.tsx'
import { fromForm } from './backdrop-history-state.ts'
import type { Profile } from '#web/features/members/members.api.ts'
import styles from './pictures-field.module.css'

// Most visits to the form do not get this far.
const AvatarCrop = onDemand(
  async () => (await import('#web/features/accounts/avatar/picture-crop.tsx')).AvatarCrop,
)

interface PicturesFieldProps {
  member: Profile
  /** The chosen photo that was not uploaded yet, as a data address. */
  photo: string | null
  onPhoto: (photo: string) => void
  /** Why the photo could not be taken or uploaded. */
  error: string | null
  onError: (text: string | null) => void
  backdrop: string | null
  onRemoveBackdrop: () => void
}

/** Photo and backdrop as the profile shows them, and the ways to change them. */
export function PicturesField({
  member,
  photo,
  onPhoto,
  error,
  onError,
  backdrop,
  onRemoveBackdrop,
}: PicturesFieldProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const changeBackdrop = useRef<HTMLButtonElement>(null)
  const [picked, setPicked] = useState<File | null>(null)

  const pick = (file: File) => {
    const isPicture = file.type.startsWith('image/') && file.type !== 'image/svg+xml'
    onError(isPicture ? null : t('errors.upload.not_an_image'))
    if (isPicture) setPicked(file)
  }

  const take = async (cropped: Blob) => {
    setPicked(null)
    try {
      onPhoto(await toDataUrl(cropped))
    } catch {
      onError(t('errors.upload.not_an_image'))
    }
  }

  return (
    <div className={styles.field}>
      <div className={styles.preview}>
        <Backdrop
          {...backdropSource(backdrop)}
          fallback={defaultBackdrop}
          sizes="(min-width: 600px) 560px, 100vw"
          className={styles.backdrop}
          eager
        />
        {backdrop === null ? null : (
          <IconButton
            className={styles.remove}
            variant="overlay"
            label={t('editProfile.removeBackdrop')}
            icon={<Trash2 />}
            onClick={() => {
              // This button goes with the backdrop.
              changeBackdrop.current?.focus()
              onRemoveBackdrop()
            }}
          />
        )}
        <span className={styles.avatar}>
          <Avatar
            src={photo ?? avatarUrl(member.avatar)}
            size={100}
            alt={t(photo === null ? 'editProfile.photoAlt' : 'editProfile.newPhotoAlt')}
            eager
          />
        </span>
      </div>
      <div className={styles.actions}>
        <FileButton
          name="avatar"
          accept="image/*"
          size="sm"
          icon={<Camera />}
          aria-invalid={error === null ? undefined : true}
          onFile={pick}
        >
          {t('editProfile.changePhoto')}
        </FileButton>
        <Button
          ref={changeBackdrop}
          variant="secondary"
          size="sm"
          icon={<ImageIcon />}
          onClick={() => void navigate(paths.chooseBackdrop(), { state: fromForm })}
        >
          {t('editProfile.changeBackdrop')}
        </Button>
      </div>
      {error === null ? null : <InlineError text={error} />}
      {picked ? (
        <AvatarCrop file={picked} onClose={() => setPicked(null)} onDone={(cropped) => void take(cropped)} />
      ) : null}
    </div>
  )
}
