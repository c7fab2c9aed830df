import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { getSession, useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { AvatarField } from './avatar-field.tsx'
import { uploadAvatarMutation } from './avatar.api.ts'
import styles from '../guest/account-form.module.css'

/** A failed upload keeps the photo. `onUploaded` leaves the page. */
export function UploadAvatarForm({ onUploaded }: { onUploaded: () => void }) {
  const { t } = useTranslation()
  const member = useMember()
  const [avatar, setAvatar] = useState<Blob | null>(null)
  const [fault, setFault] = useState<'errors.upload.missing' | 'errors.member.not_found' | null>(null)
  const queryClient = useQueryClient()
  const upload = useExclusiveMutation(uploadAvatarMutation(queryClient))

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (upload.isSuccess || upload.isRunning()) return
    // As it is stored now: another tab may have changed it.
    const userId = getSession()?.user._id
    const found = !avatar ? 'errors.upload.missing' : !userId ? 'errors.member.not_found' : null
    setFault(found)
    if (!avatar || !userId) {
      event.currentTarget.querySelector<HTMLInputElement>('[name="avatar"]')?.focus()
      return
    }
    upload.mutate(
      { userId, file: new File([avatar], 'avatar.jpg', { type: avatar.type }) },
      { onSuccess: onUploaded },
    )
  }

  const failure = upload.error && !fault ? t('auth.signup.uploadFailed') : undefined
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('avatar.text')}</p>
      <AvatarField
        avatar={avatar}
        current={member?.avatar ?? null}
        size={160}
        pickLabel={t('avatar.pick')}
        error={fault ? t(fault) : undefined}
        onAvatar={(cropped) => {
          setAvatar(cropped)
          setFault(null)
        }}
      />
      {failure ? <InlineError text={failure} /> : null}
      <Button type="submit" busy={upload.isPending || upload.isSuccess}>
        {t('avatar.submit')}
      </Button>
      <p className={styles.links}>
        <Link className={styles.link} to={paths.home()}>
          {t('avatar.later')}
        </Link>
      </p>
    </form>
  )
}
