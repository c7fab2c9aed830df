import { Camera } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/ui/avatar.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import styles from './avatar-field.module.css'

// Most visits to the form do not get this far.
const AvatarCrop = lazy(async () => ({ default: (await import('./avatar-crop.tsx')).AvatarCrop }))

function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = blob && URL.createObjectURL(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives exactly as long as the effect
    setUrl(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}

interface AvatarFieldProps {
  /** The cropped picture. */
  avatar: Blob | null
  onAvatar: (avatar: Blob) => void
  error?: string | undefined
}

/** Picks a picture, crops it to a circle and shows it. A picture once chosen stays when a new one is cancelled. */
export function AvatarField({ avatar, onAvatar, error }: AvatarFieldProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<File | null>(null)
  const preview = useObjectUrl(avatar)
  return (
    <div className={styles.field}>
      <Avatar src={preview} size={100} alt={avatar ? t('auth.signup.avatar.alt') : ''} eager />
      <FileButton
        name="avatar"
        accept="image/*"
        size="sm"
        icon={<Camera />}
        aria-invalid={error ? true : undefined}
        onFile={setPicked}
      >
        {t(avatar ? 'auth.signup.avatar.change' : 'auth.signup.avatar.add')}
      </FileButton>
      {error ? <InlineError text={error} /> : null}
      {picked ? (
        <Suspense fallback={null}>
          <AvatarCrop
            file={picked}
            onCancel={() => setPicked(null)}
            onDone={(cropped) => {
              onAvatar(cropped)
              setPicked(null)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
