import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { patchEntity } from '#web/lib/entity-cache.ts'
import { getSession, updateSessionUser } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { sendAvatar } from './avatar.api.ts'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import styles from './avatar-upload.module.css'

/** Specification 1, section 9. */
const leaveAfter = 1000

type Status = { tone: 'success' | 'danger'; text: string } | null

/**
 * A file, its preview and a status line (specification 1, section 2). Of the two sets of texts in section 8
 * the line uses the one with the marks, which carries the server's reason; the plain ones say the rest.
 */
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

  const upload = useMutation({
    mutationFn: sendAvatar,
    onSuccess: (avatar, { userId }) => {
      updateSessionUser({ avatar })
      patchEntity(queryClient, userId, { avatar })
      setStatus({ tone: 'success', text: t('avatarTest.success') })
    },
    onError: (error) => setStatus({ tone: 'danger', text: failureText(error) }),
  })

  const leave = useEffectEvent(onUploaded)
  const { isPending, isSuccess } = upload
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => leave(), leaveAfter)
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
      upload.mutate({ userId, file })
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
