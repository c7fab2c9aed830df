import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { getSession } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { useObjectUrl } from '#web/ui/pictures/picture-source.ts'
import { uploadAvatarMutation } from './avatar.api.ts'
import styles from './avatar-upload.module.css'

const leaveDelayMs = 1000

type Status = { tone: 'success' | 'danger'; text: string } | null

/** A file, its preview and a status line, which gives the server's reason where there is one. */
export function AvatarUpload({ onUploaded }: { onUploaded: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [status, setStatus] = useState<Status>(null)
  const preview = useObjectUrl(file)
  const failureText = (error: unknown) => {
    const isAnswered = error instanceof ApiError && error.code !== 'offline'
    return isAnswered
      ? t('avatarTest.failed', { error: errorText(error, 'avatarTest.broken') })
      : t('avatarTest.broken')
  }

  const upload = useMutation(uploadAvatarMutation(queryClient))

  const leave = useEffectEvent(onUploaded)
  const { isPending, isSuccess } = upload
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => leave(), leaveDelayMs)
    return () => clearTimeout(timer)
  }, [isSuccess])

  const choose = (next: File) => {
    setFile(next)
    setStatus(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || isSuccess) return
    const userId = getSession()?.user._id
    if (!userId) setStatus({ tone: 'danger', text: t('errors.member.not_found') })
    else if (!file) setStatus({ tone: 'danger', text: t('errors.upload.missing') })
    else {
      setStatus(null)
      upload.mutate(
        { userId, file },
        {
          onSuccess: () => setStatus({ tone: 'success', text: t('avatarTest.success') }),
          onError: (error) => setStatus({ tone: 'danger', text: failureText(error) }),
        },
      )
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {preview ? (
        <Avatar src={preview} size={160} alt={t('avatarTest.preview')} eager />
      ) : (
        <p className={styles.none}>{t('avatarTest.none')}</p>
      )}
      <FileButton name="avatar" accept="image/*" chosen={file?.name} onFile={choose}>
        {t('avatar.pick')}
      </FileButton>
      <Button type="submit" busy={isPending}>
        {t('avatarTest.submit')}
      </Button>
      <p className={classNames(styles.status, status && styles[status.tone])} role="status">
        {status?.text}
      </p>
    </form>
  )
}
