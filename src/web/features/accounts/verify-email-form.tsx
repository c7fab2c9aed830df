import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { TextWithSlot, slot } from '#web/lib/text-with-slot.tsx'
import { updateSessionUser } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { resendEmailCode, verifyEmailMutation } from './accounts.api.ts'
import { CodeForm } from './code-form.tsx'
import { ResendCode } from './resend-code.tsx'
import styles from './account-form.module.css'

interface VerifyEmailFormProps {
  email: string
  justSent: boolean
  /** Leaves the page. */
  onVerified: () => void
}

export function VerifyEmailForm({ email, justSent, onVerified }: VerifyEmailFormProps) {
  const { t } = useTranslation()
  const verify = useMutation(verifyEmailMutation())
  const send = (code: string) =>
    verify.mutate(
      { email, code },
      {
        onSuccess: () => {
          updateSessionUser({ emailVerified: true })
          toast.success(t('auth.verify.success'))
          onVerified()
        },
        onError: () => toast.error(t('auth.verify.failedToast')),
      },
    )
  return (
    <>
      <p className={styles.text}>
        <TextWithSlot text={t('auth.verify.text', { email: slot })}>
          <bdi className={styles.email}>{email}</bdi>
        </TextWithSlot>
      </p>
      <CodeForm
        submitLabel={t('auth.verify.submit')}
        busy={verify.isPending || verify.isSuccess}
        failure={verify.error ? errorText(verify.error, 'auth.verify.failed') : null}
        onCode={send}
      >
        <ResendCode ask={() => resendEmailCode(email)} justSent={justSent} />
      </CodeForm>
    </>
  )
}
