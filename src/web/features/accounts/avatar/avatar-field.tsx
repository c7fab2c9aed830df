import { Camera } from 'lucide-react'
import { useState } from 'react'
import { useTranslation, withTexts } from '#web/i18n/index.ts'
import { Avatar, type AvatarSize } from '#web/ui/pictures/avatar.tsx'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { useObjectUrl } from '#web/ui/pictures/picture-source.ts'
import styles from './avatar-field.module.css'

// Most visits to the form do not get this far.
const AvatarCrop = onDemand(async () => (await withTexts(import('./picture-crop.tsx'), 'steps')).AvatarCrop)

interface AvatarFieldProps {
  /** The cropped picture. */
  avatar: Blob | null
  onAvatar: (avatar: Blob) => void
  /** Shown while none was cropped. */
  current?: string | null
  /** On the button while none was cropped. */
  pickLabel?: string | undefined
  size?: AvatarSize
  error?: string | undefined
}

/** Picks a picture, crops it to a circle and shows it. A picture once chosen stays when a new one is cancelled. */
export function AvatarField({
  avatar,
  onAvatar,
  current = null,
  pickLabel,
  size = 100,
  error,
}: AvatarFieldProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<File | null>(null)
  const preview = useObjectUrl(avatar)
  const close = () => setPicked(null)
  return (
    <div className={styles.field}>
      <Avatar src={preview ?? current} size={size} alt={avatar ? t('auth.signup.avatar.alt') : ''} eager />
      <FileButton
        name="avatar"
        accept="image/*"
        size="sm"
        icon={<Camera />}
        aria-invalid={error ? true : undefined}
        onFile={setPicked}
      >
        {avatar ? t('auth.signup.avatar.change') : (pickLabel ?? t('auth.signup.avatar.add'))}
      </FileButton>
      {error ? <InlineError text={error} /> : null}
      {picked ? (
        <AvatarCrop
          file={picked}
          onClose={close}
          onDone={(cropped) => {
            onAvatar(cropped)
            close()
          }}
        />
      ) : null}
    </div>
  )
}
